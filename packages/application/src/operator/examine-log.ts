import { hashAt, joinHashes, leafHash, rootWithin, sameHash, TILE_HEIGHT, TILE_WIDTH } from '@strongroom/audit-proof';
import {
  type AuditKeys,
  type AuditLog,
  type CheckpointKeeper,
  type Clock,
  type DocumentStore,
  type ExaminedIndex,
  systemErrorCode,
  Unavailable,
} from '@strongroom/ports';
import { LogDiffers, LogFault } from '../kernel/log-fault.ts';
import { examineTree, nameOfTile } from '../steps/audit/examine-tree.ts';
import { keysOfLog } from '../steps/audit/genuine-checkpoint.ts';
import { keptCheckpoint } from '../steps/audit/kept-checkpoint.ts';
import { checkpointOf, faultOf, headOf, requireContinued } from '../steps/audit/log-tree.ts';
import { refuseCopy } from '../steps/audit/recognise-store.ts';
import { latestCheckpoint, requireNoted, whereNoted } from '../steps/audit/sign-checkpoint.ts';
import { signingKeys } from '../steps/audit/signing-keys.ts';
import { type LogIdentity, logIdentityIn } from '../store/log-identity.ts';

type Reading = Pick<DocumentStore, 'read' | 'list' | 'place'> &
  Readonly<{ audit: Pick<AuditLog, 'head' | 'tile' | 'entries' | 'examineIndex'> }>;

type ExamineLogDeps = Readonly<{
  documents: Reading;
  auditKeys: Pick<AuditKeys, 'read' | 'lastSigned' | 'noted'>;
  clock: Pick<Clock, 'now'>;
  keepers: readonly CheckpointKeeper[];
}>;

/** The findings of an examination; nothing was changed. */
export type ExaminedLog = Readonly<{
  origin: string;
  /** Events; undefined where the right edge cannot be read. */
  size: number | undefined;
  keyFault: LogFault | undefined;
  /** The present key of the log, where the file of this machine lacks its private half. */
  lacks: string | undefined;
  /** Reason for which the log does not continue a known checkpoint. */
  fault: LogFault | undefined;
  /** The checkpoints that the log was compared with: where they are. */
  compared: readonly string[];
  /** Keepers that could not be asked. */
  silent: readonly string[];
  /** Places with a checkpoint that no key of the log signed. */
  unsigned: readonly string[];
  tiles: Readonly<{ compared: number; all: number; damaged: readonly string[] }>;
  /** Faults of the index of lists and counts. A hidden event is in the tree, and in no list. */
  index: ExaminedIndex;
}>;

/** Full tiles of leaves that are compared, unless all are asked for. */
const SAMPLE = 64;
/** Blocks of the index, each of 65 536 events, that are compared, unless all are asked for. */
const SAMPLE_OF_BLOCKS = 2;

/**
 * Examines an audit log without changing anything: its key, the checkpoints that it must continue, its right edge, and its
 * old tiles and the index of its lists, a sample of them or all. Returns undefined for a store that names no log yet. Throws Unavailable.
 */
export async function examineLog(
  needs: ExamineLogDeps,
  { isWhole }: Readonly<{ isWhole: boolean }>,
): Promise<ExaminedLog | undefined> {
  const { documents, auditKeys, clock } = needs;
  const identity = (await logIdentityIn(documents))?.identity;
  if (identity === undefined) return undefined;
  let lacks: string | undefined;
  const keyFault = await logFaultOf(signingKeys(auditKeys, identity, clock.now()).then((keys) => (lacks = keys.lacks)));
  const continuing = await continues(needs, identity);
  const head = await headOf(documents.audit).catch(() => undefined);
  const tiles = isWhole || head === undefined ? await allTiles(documents) : await someTiles(documents, head.size);
  const index = await documents.audit.examineIndex(isWhole ? Number.MAX_SAFE_INTEGER : SAMPLE_OF_BLOCKS);
  return { origin: identity.origin, size: head?.size, keyFault, lacks, ...continuing, tiles, index };
}

async function logFaultOf(work: Promise<unknown>): Promise<LogFault | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof LogFault) return error;
    throw error;
  }
}

type Continuing = Pick<ExaminedLog, 'compared' | 'silent' | 'unsigned' | 'fault'>;

async function continues(
  { documents, auditKeys, keepers }: ExamineLogDeps,
  identity: LogIdentity,
): Promise<Continuing> {
  const { audit } = documents;
  const [compared, silent, unsigned]: [string[], string[], string[]] = [[], [], []];
  const onUnsigned = (where: string) => void unsigned.push(where);
  const fault = await logFaultOf(
    (async () => {
      await refuseCopy(documents);
      const stored = await latestCheckpoint(documents, identity.origin);
      if (stored !== undefined) {
        compared.push('in the store');
        await requireContinued(audit, checkpointOf(stored.note), 'in the store');
      }
      if ((await auditKeys.lastSigned()) !== undefined) {
        compared.push(whereNoted(auditKeys));
        const size = await requireNoted({ log: audit, auditKeys, onUnsigned }, identity);
        if (size === undefined) compared.pop();
      }
      const keys = await keysOfLog(identity, auditKeys);
      for (const keeper of keepers) {
        const kept = await keptCheckpoint(keeper, identity.origin, keys).catch((error: unknown) => {
          if (!(error instanceof Unavailable) && systemErrorCode(error) === undefined) throw error;
          silent.push(keeper.name);
          return undefined;
        });
        if (kept?.hasOthers) onUnsigned(keeper.name);
        if (kept?.checkpoint === undefined) continue;
        compared.push(`at ${keeper.name}`);
        await requireContinued(audit, kept.checkpoint, `at ${keeper.name}`);
      }
    })(),
  );
  return { compared, silent, unsigned, fault: fault instanceof LogDiffers ? await faultOf(audit, fault) : fault };
}

async function allTiles({ audit }: Reading): Promise<ExaminedLog['tiles']> {
  const { size, damaged } = await examineTree(audit, []);
  const all = Math.floor(size / TILE_WIDTH);
  return { compared: all, all, damaged: damaged.map(nameOfTile) };
}

/** Tiles at equal distances, which move as the log grows, and the hashes above them. */
async function someTiles({ audit }: Reading, size: number): Promise<ExaminedLog['tiles']> {
  const all = Math.floor(size / TILE_WIDTH);
  const distance = Math.max(1, Math.ceil(all / SAMPLE));
  const damaged: string[] = [];
  let compared = 0;
  for (let index = size % distance; index < all; index += distance, compared++) {
    const above = Math.floor(index / TILE_WIDTH);
    const place = index % TILE_WIDTH;
    const entries = await audit.entries(index * TILE_WIDTH, TILE_WIDTH);
    const hashes = joinHashes(entries.map(leafHash));
    const [stored, parent] = [await audit.tile(0, index, TILE_WIDTH), await audit.tile(1, above, place + 1)];
    if (stored === undefined || !sameHash(stored, hashes)) damaged.push(nameOfTile({ level: 0, index, hashes }));
    if (!hasHash(parent, place, rootWithin(hashes, 0, TILE_HEIGHT)))
      damaged.push(
        nameOfTile({ level: 1, index: above, hashes: new Uint8Array((place + 1) * hashAt(hashes, 0).length) }),
      );
  }
  return { compared, all, damaged };
}

function hasHash(tile: Uint8Array | undefined, place: number, hash: Uint8Array): boolean {
  const start = place * hash.length;
  return (
    tile !== undefined &&
    tile.length >= start + hash.length &&
    sameHash(tile.subarray(start, start + hash.length), hash)
  );
}
