import { withMongo } from './mongo.ts';
import { countTogether } from './rate-limit.ts';

countTogether(withMongo());
