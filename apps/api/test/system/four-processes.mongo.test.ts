import { behaveAsOne } from './four-processes.ts';
import { withMongo } from './mongo.ts';

behaveAsOne(withMongo());
