import { BEYOND } from './specification/beyond.ts';
import { OPERATIONS } from './specification/operations.ts';
import { RESOURCES } from './specification/resources.ts';
import type { Row } from './specification/row.ts';
import { RULES } from './specification/rules.ts';
import { STATES } from './specification/states.ts';

export type { Row } from './specification/row.ts';

/** Every row of the conformance page. Each has at least one test. */
export const SPECIFICATION: readonly Row[] = [...RESOURCES, ...STATES, ...OPERATIONS, ...RULES, ...BEYOND];
