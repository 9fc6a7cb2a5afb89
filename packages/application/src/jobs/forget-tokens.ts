import { refTo } from '../store/collection.ts';
import { tokenUses } from '../store/token-uses.ts';
import type { Handler } from './handler.ts';

/** Removes the `last_used_at` records of tokens that no longer exist. */
export const forgetTokens: Handler<'forget-tokens'> = async ({ documents }, { tokenIds }) => {
  const found = await documents.read(tokenIds.map((id) => refTo(tokenUses, id)));
  await documents.commit(
    found
      .filter((document) => document !== undefined)
      .map(({ id, version }) => ({ collection: tokenUses.name, remove: { id, version } })),
  );
  return undefined;
};
