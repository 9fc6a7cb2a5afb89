import { type Action, POLICIES } from '../../src/index.ts';

export const ACTIONS = Object.keys(POLICIES) as readonly Action[];
