import type { Idempotency, SignedIn } from './context.ts';

/** Whose Idempotency-Key it is that a request came with. */
export const ownerOf = (ctx: SignedIn): Readonly<{ ownerId: string; idempotency?: Idempotency | undefined }> => ({
  ownerId: ctx.credential.userId,
  idempotency: ctx.idempotency,
});
