import type { Json, User } from '@strongroom/domain';
import type { Keep } from './once.ts';

/** For answers that hold neither secrets nor key material. */
export const asItIs = <T extends Json>(): Keep<T> => ({
  kept: (answer) => answer,
  restored: (kept: T) => kept,
});

/** For answers about a user: what he signs in with is not copied about. */
export const withoutCredentials = <T extends Readonly<{ user: User }>>(): Keep<T> => ({
  kept: (answer) => ({
    ...answer,
    user: { ...answer.user, tokens: [], sessions: [], invitations: [], password: null },
  }),
  restored: (kept: T) => kept,
});

/** For answers that told a secret: a repetition does not tell it again. */
export const withoutSecret = <T extends Readonly<{ secret: unknown }>>(): Keep<T> => ({
  kept: (answer) => ({ ...answer, secret: '' }),
  restored: (kept: T) => kept,
});
