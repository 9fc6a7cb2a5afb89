import { type Json, withoutSecondFactor } from '@strongroom/domain';
import type { UserSeen } from './answers.ts';
import type { Replay } from './idempotent.ts';

/** For answers without secrets and key material. */
export const replayVerbatim = <T extends Json>(): Replay<T> => ({
  store: (answer) => answer,
  restore: (kept: T) => kept,
});

/** An answer without a field that says what is true at the moment: a replay finds it again. */
export function withoutField<T extends object, K extends keyof T>(answer: T, field: K): Omit<T, K> {
  const { [field]: _, ...rest } = answer;
  return rest;
}

/** For answers about a user: the stored copy holds no credentials. */
export const withoutCredentials = <T extends UserSeen>(): Replay<T> => ({
  store: (answer) => ({
    ...withoutField(answer, 'may'),
    user: { ...withoutSecondFactor(answer.user), tokens: [], sessions: [], invitations: [], password: null },
  }),
  restore: (kept: T) => kept,
});

/** For answers with a secret: a replay does not repeat it. */
export const withoutSecret = <T extends Readonly<{ secret: unknown }>>(): Replay<T> => ({
  store: (answer) => ({ ...answer, secret: '' }),
  restore: (kept: T) => kept,
});
