import type { CrossOrigin, Refusals } from '@strongroom/http-kernel';
import type { Limits } from './limits.ts';

/** The parts of the server that its routes use. */
export type Kernel = Readonly<{ limits: Limits; refusals: Refusals; crossOrigin: CrossOrigin }>;
