import type { CheckpointKeeper, KeptCheckpoint } from '@strongroom/ports';
import { Unavailable } from '@strongroom/ports';
import {
  type CheckpointKeeperHarness,
  checkpointKeeperPromises,
  type Mutant,
  registerMutants,
} from '../../src/index.ts';

type Place = Map<string, KeptCheckpoint>;

/** A right keeper in memory. */
const kept = (place: Place): Required<CheckpointKeeper> => ({
  name: 'memory',
  every: 0,
  keep: async ({ origin, size, note }) => {
    const key = `${origin} ${size}`;
    if (!place.has(key)) place.set(key, { size, note });
  },
  latest: async (origin, below = Number.POSITIVE_INFINITY) =>
    [...place]
      .filter(([key, { size }]) => key === `${origin} ${size}` && size < below)
      .map(([, one]) => one)
      .toSorted((a, b) => b.size - a.size)[0],
});

const down = (): Promise<never> => Promise.reject(new Unavailable('blobs'));
const UNREACHABLE: CheckpointKeeper = { name: 'gone', every: 0, keep: down, latest: down };

type Change = (keeper: Required<CheckpointKeeper>, place: Place) => Partial<CheckpointKeeper>;

const broken = (
  breaks: string,
  how: string,
  change: Change,
  unreachable = UNREACHABLE,
): Mutant<CheckpointKeeperHarness> => ({
  breaks,
  how,
  harness: async () => {
    const place: Place = new Map();
    const keeper = (): CheckpointKeeper => ({ ...kept(place), ...change(kept(place), place) });
    return { keeper: keeper(), other: keeper(), unreachable, end: async () => {} };
  },
});

registerMutants('keepers of checkpoints', checkpointKeeperPromises, [
  broken('CK-01', 'orders sizes as texts', (_, place) => ({
    latest: async () => [...place.values()].toSorted((a, b) => (`${a.size}` < `${b.size}` ? 1 : -1))[0],
  })),
  broken('CK-01', 'drops blank lines at the end', (keeper) => ({
    keep: (checkpoint) => keeper.keep({ ...checkpoint, note: checkpoint.note.trimEnd() }),
  })),
  broken('CK-02', 'takes no notice of the bound', (keeper) => ({ latest: (origin) => keeper.latest(origin) })),
  broken('CK-02', 'has the bound itself among those below', (keeper) => ({
    latest: (origin, below) => keeper.latest(origin, below === undefined ? below : below + 1),
  })),
  broken('CK-03', 'replaces a checkpoint of the same size', (_, place) => ({
    keep: async ({ origin, size, note }) => void place.set(`${origin} ${size}`, { size, note }),
  })),
  broken('CK-03', 'rejects a second one of a size', (keeper, place) => ({
    keep: (checkpoint) =>
      place.has(`${checkpoint.origin} ${checkpoint.size}`)
        ? Promise.reject(new Error('taken'))
        : keeper.keep(checkpoint),
  })),
  broken('CK-04', 'looks for the beginning of a name', (_, place) => ({
    latest: async (origin) =>
      [...place]
        .filter(([key]) => key.startsWith(origin))
        .map(([, one]) => one)
        .toSorted((a, b) => b.size - a.size)[0],
  })),
  broken('CK-05', 'writes into the checkpoint that is there', (_, place) => ({
    keep: async ({ origin, size, note }) => {
      const key = `${origin} ${size}`;
      place.set(key, { size, note: (place.get(key)?.note ?? '').slice(0, 1_000) + note });
    },
  })),
  broken('CK-06', 'resolves although nothing is kept', () => ({}), { ...UNREACHABLE, keep: async () => {} }),
  broken('CK-06', 'finds nothing where it cannot look', () => ({}), { ...UNREACHABLE, latest: async () => undefined }),
]);
