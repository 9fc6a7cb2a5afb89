import { behaveAsOneAgainAndAgain } from './again-and-again.ts';
import { behaveAsOne } from './four-processes.ts';
import { withMongo } from './mongo.ts';

const settings = withMongo();
behaveAsOne(settings);
behaveAsOneAgainAndAgain(settings);
