import type { Json, User } from '@strongroom/domain';
import type { Replay } from './idempotent.ts';

/** For answers that hold neither secrets nor key material. */
export const verbatim = <T extends Json>(): Replay<T> => ({
  store: (answer) => answer,
  restore: (kept: T) => kept,
});

/** For answers about a user: what he signs in with is not copied about. */
export const withoutCredentials = <T extends Readonly<{ user: User }>>(): Replay<T> => ({
  store: (answer) => ({
    ...answer,
    user: { ...answer.user, tokens: [], sessions: [], invitations: [], password: null },
  }),
  restore: (kept: T) => kept,
});

/** For answers that told a secret: a repetition does not tell it again. */
export const withoutSecret = <T extends Readonly<{ secret: unknown }>>(): Replay<T> => ({
  store: (answer) => ({ ...answer, secret: '' }),
  restore: (kept: T) => kept,
});
