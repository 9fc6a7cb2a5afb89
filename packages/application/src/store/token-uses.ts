import type { Instant, TokenId } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** When a token was last used, to the minute. Beside the user, so that using a token does not rewrite him. */
export type TokenUse = Readonly<{ id: TokenId; at: Instant }>;

export const tokenUses = defineCollection<TokenUse>({
  name: 'token-uses',
  id: (use) => use.id,
  position: (use) => use.at,
});
