import { ADDITION_ROWS } from './specification/beyond.ts';
import { OPERATION_ROWS } from './specification/operations.ts';
import { RESOURCE_ROWS } from './specification/resources.ts';
import type { SpecificationRow } from './specification/row.ts';
import { RULE_ROWS } from './specification/rules.ts';
import { STATE_ROWS } from './specification/states.ts';

export type { SpecificationRow } from './specification/row.ts';

/** Every row of the conformance page. Each has at least one test. */
export const SPECIFICATION: readonly SpecificationRow[] = [
  ...RESOURCE_ROWS,
  ...STATE_ROWS,
  ...OPERATION_ROWS,
  ...RULE_ROWS,
  ...ADDITION_ROWS,
];
