import { behaveAsOneAgainAndAgain } from './again-and-again.ts';
import { withMongo } from './mongo.ts';

behaveAsOneAgainAndAgain(withMongo());
