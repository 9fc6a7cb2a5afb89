import { type ExportFile, exportFiles, type Tile } from '@strongroom/audit-proof';
import { Unavailable } from '@strongroom/ports';
import type { KeyServiceStore } from './store.ts';

/** The whole record up to a checkpoint that is signed now, as files that `strongroom audit verify` verifies. */
export async function exportRecord({
  documents: { audit },
  checkpointer,
}: KeyServiceStore): Promise<AsyncIterable<ExportFile>> {
  const latest = await checkpointer.signNow();
  if (latest === undefined) throw new Unavailable('documents', { cause: new Error('the record has no event yet') });
  return exportFiles({
    size: latest.size,
    checkpoint: latest.note,
    keys: await checkpointer.keys(),
    checkpoints: async function* () {},
    tile: async ({ level, index, width }: Tile) => {
      const tile = await audit.tile(level, index, width);
      if (tile === undefined) throw new RangeError(`the record has no tile ${level}/${index} of width ${width}`);
      return tile;
    },
    entries: (from, count) => audit.entries(from, count),
    events: (from, count) => audit.texts(from, count),
  });
}
