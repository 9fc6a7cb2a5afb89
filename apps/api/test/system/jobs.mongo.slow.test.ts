import { jobsGoOn } from './jobs.ts';
import { withMongo } from './mongo.ts';

jobsGoOn(withMongo());
