import { entryBundle, parseTilePath, TILE_WIDTH } from '@strongroom/audit-proof';
import { DomainError } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';
import { checkpointOf } from '../../steps/audit/log-tree.ts';
import { soundTiles } from '../../steps/audit/sound-tiles.ts';

/**
 * A tile of the Merkle tree of the log, or a bundle of its entries (C2SP tlog-tiles), as far as the latest checkpoint reaches.
 * `path` begins with `tile/`. It says nothing about single events, so any clearance suffices. Throws INSUFFICIENT_ROLE and
 * TILE_NOT_FOUND; Unavailable for a log that is shorter than its checkpoint.
 */
export const getTile =
  (deps: EventDeps & Pick<Deps, 'documents' | 'checkpointer' | 'log'>) =>
  async (ctx: SignedIn, { path }: Readonly<{ path: string }>): Promise<Uint8Array> => {
    await mayReadEvents(deps, ctx, undefined);
    const tile = parseTilePath(path);
    const signed = await deps.checkpointer?.latest();
    if (tile === undefined || signed === undefined) throw new DomainError('TILE_NOT_FOUND');
    const { index, width } = tile;
    const level = tile.level === 'entries' ? 0 : tile.level;
    const from = index * TILE_WIDTH;
    if (from + width > Math.floor(signed.size / TILE_WIDTH ** level)) throw new DomainError('TILE_NOT_FOUND');
    const { audit } = deps.documents;
    if (tile.level !== 'entries')
      return soundTiles(audit, checkpointOf(signed.note), deps.log)({ level, index, width });
    const entries = await audit.entries(from, width);
    if (entries.length < width) throw new Unavailable('audit');
    return entryBundle(entries);
  };
