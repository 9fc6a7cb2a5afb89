import type { ServiceMutant } from './alter.ts';
import { answerMutants } from './answers.ts';
import { effectMutants } from './effects.ts';
import { fieldMutants } from './fields.ts';
import { formMutants } from './forms.ts';
import { limitMutants } from './lists.ts';
import { rightMutants } from './rights.ts';
import { stateMutants } from './states.ts';

/** Services that each break a row of the conformance page. Every row has one; rows.test.ts checks it. */
export const SERVICE_MUTANTS: readonly ServiceMutant[] = [
  ...formMutants,
  ...fieldMutants,
  ...answerMutants,
  ...limitMutants,
  ...rightMutants,
  ...effectMutants,
  ...stateMutants,
];
