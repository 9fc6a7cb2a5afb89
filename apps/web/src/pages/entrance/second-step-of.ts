import { type PendingSignIn, StrongroomError } from '@strongroom/client';

/** The second step that an error asks for; undefined for any other error. */
export const secondStepOf = (error: unknown): PendingSignIn | undefined =>
  error instanceof StrongroomError ? error.secondFactor : undefined;
