import { jobsGoOn } from './jobs.ts';

jobsGoOn(() => ({}));
