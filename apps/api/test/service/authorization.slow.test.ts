import { authorize } from './authorize.ts';

authorize(Number.POSITIVE_INFINITY);
