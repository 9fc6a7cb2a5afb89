import { rateLimiterPromises, registerMutants } from '../../src/index.ts';
import { limitMutants } from './limit-mutants.ts';

registerMutants('rate limiter', rateLimiterPromises, limitMutants);
