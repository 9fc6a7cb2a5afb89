import type { Json, User } from '@strongroom/domain';
import type { Replay } from './idempotent.ts';

/** For answers without secrets and key material. */
export const verbatim = <T extends Json>(): Replay<T> => ({
  store: (answer) => answer,
  restore: (kept: T) => kept,
});

/** For answers about a user: the stored copy holds no credentials. */
export const withoutCredentials = <T extends Readonly<{ user: User }>>(): Replay<T> => ({
  store: (answer) => ({
    ...answer,
    user: { ...answer.user, tokens: [], sessions: [], invitations: [], password: null },
  }),
  restore: (kept: T) => kept,
});

/** For answers with a secret: a replay does not repeat it. */
export const withoutSecret = <T extends Readonly<{ secret: unknown }>>(): Replay<T> => ({
  store: (answer) => ({ ...answer, secret: '' }),
  restore: (kept: T) => kept,
});
