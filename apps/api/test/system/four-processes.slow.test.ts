import { behaveAsOneAgainAndAgain } from './again-and-again.ts';

behaveAsOneAgainAndAgain(() => ({}));
