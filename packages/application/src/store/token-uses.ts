import type { Instant, TokenId } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Last use of a token, to the minute. Stored apart from the user, so that using a token does not rewrite the user. */
export type TokenUse = Readonly<{ id: TokenId; at: Instant }>;

export const tokenUses = defineCollection<TokenUse>({
  name: 'token-uses',
  id: (use) => use.id,
  position: (use) => use.at,
});
