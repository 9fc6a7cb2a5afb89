import { behaveAsOneAgainAndAgain } from './again-and-again.ts';
import { withPostgresql } from './postgresql.ts';

behaveAsOneAgainAndAgain(withPostgresql().settings);
