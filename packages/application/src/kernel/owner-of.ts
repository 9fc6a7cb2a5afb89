import type { Idempotency, SignedIn } from './context.ts';

/** The owner of the Idempotency-Key of a request. */
export const ownerOf = (ctx: SignedIn): Readonly<{ ownerId: string; idempotency?: Idempotency | undefined }> => ({
  ownerId: ctx.credential.userId,
  idempotency: ctx.idempotency,
});
