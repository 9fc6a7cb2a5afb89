import { authorize } from './authorize.ts';

authorize(1);
