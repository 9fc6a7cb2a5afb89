import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys } from '@strongroom/adapter-local';
import { formatCheckpoint, HASH_BYTES, TILE_WIDTH, type Tile, verifyExport } from '@strongroom/audit-proof';
import type { EventId, NewEvent } from '@strongroom/domain';
import { type AuditKeys, type CheckpointKeeper, Unavailable } from '@strongroom/ports';
import { repairLog } from '../../src/index.ts';
import { eventOf, SYSTEM } from '../../src/kernel/audit-entry.ts';
import { organisationTarget } from '../../src/kernel/targets.ts';
import { checkpointOf } from '../../src/steps/audit/log-tree.ts';
import { soundTiles } from '../../src/steps/audit/sound-tiles.ts';
import { aRoom } from '../world/mothers.ts';
import { TestLog } from '../world/ports.ts';
import { TextLog } from '../world/text-log.ts';
import { BOTH, type Kind, openWorld, type World } from '../world/world.ts';

type Signed = World & Readonly<{ auditKeys: AuditKeys }>;

const added = async (world: World, count: number): Promise<void> => {
  const { ids, clock, documents } = world.ports;
  const event = (): NewEvent =>
    eventOf(ids.timed<EventId>(clock.now()), clock.now(), SYSTEM, {
      type: 'room.created',
      target: organisationTarget(world.home.orgId),
    });
  await documents.commit([], Array.from({ length: count }, event));
};

/** A world with a signed log of more than 600 events. */
async function aSignedWorld(kind: Kind): Promise<Signed> {
  const auditKeys = memoryAuditKeys();
  const world = await openWorld({ kind, around: () => ({ auditKeys }) });
  await added(world, 600);
  await world.app.checkpointer?.signNow();
  return { ...world, auditKeys };
}

const GARBAGE = new Uint8Array(TILE_WIDTH * HASH_BYTES).fill(7);

const damage = ({ ports }: World, { level, index, width }: Tile): Promise<void> =>
  ports.documents.audit.mendTile(level, index, GARBAGE.subarray(0, width * HASH_BYTES));

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64');

const tileOf = async ({ ports }: World, { level, index, width }: Tile): Promise<string> =>
  text(await ports.documents.audit.tile(level, index, width));

const OLD: Tile = { level: 0, index: 1, width: TILE_WIDTH };
const AT_EDGE: Tile = { level: 1, index: 0, width: 2 };

async function verified(world: World) {
  const files = new Map<string, Uint8Array>();
  const by = await world.owner.enter();
  for await (const { name, bytes } of await world.app.audit.exportLog(by)) files.set(name, bytes);
  const names = async function* () {
    yield* files.keys();
  };
  return verifyExport(
    { read: async (name) => files.get(name), names },
    { keys: (await world.app.checkpointer?.keys()) ?? [], isWhole: true },
  );
}

const mendings = ({ ports }: World): readonly unknown[] =>
  ports.log.warnings.filter(({ message }) => message === 'audit.tile_mended').map(({ fields }) => fields.tile);

describe.each(BOTH)('an old damaged tile in %s', (kind) => {
  test('is rebuilt from the entries by an export, which is verified whole', async () => {
    const world = await aSignedWorld(kind);
    const before = await tileOf(world, OLD);
    await damage(world, OLD);
    expect(await verified(world)).toMatchObject({ missing: 0 });
    expect(await tileOf(world, OLD)).toEqual(before);
    expect(mendings(world)).toEqual(['tile/0/001']);
  });

  test('is rebuilt when a caller asks for it, and by a proof', async () => {
    const world = await aSignedWorld(kind);
    const before = await tileOf(world, OLD);
    await damage(world, OLD);
    const by = await world.owner.enter();
    const served = text(await world.app.audit.tile(by, { path: 'tile/0/001.p/9' }));
    expect(served).toBe(text(Buffer.from(before, 'base64').subarray(0, 9 * HASH_BYTES)));
    await damage(world, OLD);
    const [{ id } = { id: '' as EventId }] = await world.ports.documents.audit.list(
      { labels: [''] },
      { limit: 1, before: 300 },
    );
    await world.app.audit.proof(by, { eventId: id });
    expect([mendings(world), await tileOf(world, OLD)]).toEqual([['tile/0/001', 'tile/0/001'], before]);
  });

  test('is not replaced by one that the checkpoint does not cover', async () => {
    const world = await aSignedWorld(kind);
    const { audit } = world.ports.documents;
    const changed = {
      head: () => audit.head(),
      tile: (...asked: Parameters<typeof audit.tile>) => audit.tile(...asked),
      mendTile: (...asked: Parameters<typeof audit.mendTile>) => audit.mendTile(...asked),
      entries: async (from: number, most: number) => (await audit.entries(from, most)).toReversed(),
    };
    await damage(world, OLD);
    const read = soundTiles(changed, await audit.head(), new TestLog());
    await expect(read(OLD)).rejects.toThrow(Unavailable);
    expect(await tileOf(world, OLD)).toBe(text(GARBAGE));
  });
});

describe('a full tile above the leaves', () => {
  const SIZE = 65_536 + 300;
  const aLog = async () => {
    const log = new TextLog().add(...Array.from({ length: SIZE }, (_, at) => `event ${at}`));
    const logger = new TestLog();
    return { log, logger, read: soundTiles(log, await log.head(), logger) };
  };
  const ABOVE: Tile = { level: 1, index: 0, width: TILE_WIDTH };

  test('is rebuilt from the tiles below it, also when one of those is asked for', async () => {
    const { log, logger, read } = await aLog();
    const [leaves, above] = [text(await log.tile(0, 9, TILE_WIDTH)), text(await log.tile(1, 0, TILE_WIDTH))];
    log.damage('1/0');
    expect(text(await read({ ...OLD, index: 9 }))).toBe(leaves);
    expect(text(await log.tile(1, 0, TILE_WIDTH))).toBe(above);
    log.damage('1/0', new Uint8Array(40));
    expect(text(await read(ABOVE))).toBe(above);
    expect(logger.warnings.map(({ fields }) => fields.tile)).toEqual(['tile/1/000', 'tile/1/000']);
  });

  test('is left as it is when one below it is damaged too', async () => {
    const { log, logger, read } = await aLog();
    log.damage('1/0');
    log.damage('0/9');
    await expect(read(ABOVE)).rejects.toThrow(Unavailable);
    await expect(read({ ...OLD, index: 9 })).rejects.toThrow(Unavailable);
    expect(logger.warnings).toEqual([]);
  });

  test('at the right edge is not rebuilt by a read', async () => {
    const { log, read } = await aLog();
    log.damage('2/0', new Uint8Array());
    await expect(read({ level: 2, index: 0, width: 1 })).rejects.toThrow(Unavailable);
  });
});

describe.each(BOTH)('a damaged right edge in %s', (kind) => {
  const refused = async (world: World, work: () => Promise<unknown>): Promise<void> => {
    await expect(work()).rejects.toMatchObject({ name: 'LogFault' });
    expect(await tileOf(world, AT_EDGE)).toBe(text(GARBAGE.subarray(0, 2 * HASH_BYTES)));
  };

  test('stops writes and no reads, until an operator repairs it', async () => {
    const world = await aSignedWorld(kind);
    const before = await tileOf(world, AT_EDGE);
    await damage(world, AT_EDGE);
    await damage(world, OLD);
    await world.app.checkpointer?.once();
    expect(world.app.checkpointer?.fault).toMatchObject({
      code: 'edge_is_damaged',
      message: expect.stringContaining('tile/1/000.p/2'),
    });
    await expect(aRoom(world, world.owner)).rejects.toMatchObject({ name: 'Unavailable', dependency: 'audit' });
    await expect(world.app.users.me(await world.owner.enter())).resolves.toBeDefined();

    const { mended, agrees, size } = await repairLog({ ...world.ports, auditKeys: world.auditKeys }, []);
    expect(mended.toSorted()).toEqual(['tile/0/001', 'tile/1/000.p/2']);
    expect(agrees.map(({ where }) => where)).toEqual(['in the store', 'beside the key']);
    expect(await tileOf(world, AT_EDGE)).toEqual(before);
    await world.app.checkpointer?.once();
    expect(world.app.checkpointer?.fault).toBeUndefined();
    await aRoom(world, world.owner);
    expect((await verified(world)).size).toBeGreaterThan(size);
  });

  test('is not repaired from entries that a keeper contradicts', async () => {
    const world = await aSignedWorld(kind);
    const note = (await world.app.checkpointer?.latest())?.note ?? '';
    const { origin, size } = checkpointOf(note);
    const [key] = await world.auditKeys.read();
    const other = formatCheckpoint({ origin, size, root: GARBAGE.slice(0, HASH_BYTES), extensions: [] });
    const signed = `${other}\n${await key?.sign(other)}\n`;
    await damage(world, AT_EDGE);
    const keeper = (latest: string): CheckpointKeeper => ({
      name: 'far',
      every: 0,
      keep: async () => undefined,
      latest: async (_of, below = Infinity) => (size < below ? { size, note: latest } : undefined),
    });
    const forged = note.replace(/^(.*\n.*\n)../u, '$1AA');
    const ports = { ...world.ports, auditKeys: world.auditKeys };
    await refused(world, () => repairLog({ ...ports, keepers: [keeper(signed)] }, []));
    await refused(world, () => repairLog(ports, [{ where: 'in a file', note: 'garbage' }]));
    const shorter = { ...ports, documents: { ...ports.documents, audit: cutAt(world, 500), ...readsOf(world) } };
    await refused(world, () => repairLog(shorter, []));
    const { mended, unsigned } = await repairLog({ ...ports, keepers: [keeper(note), keeper(forged)] }, []);
    expect([mended, unsigned]).toEqual([['tile/1/000.p/2'], ['at far']]);
  });
});

const readsOf = ({ ports: { documents } }: World) => ({
  read: (...asked: Parameters<typeof documents.read>) => documents.read(...asked),
  list: (...asked: Parameters<typeof documents.list>) => documents.list(...asked),
});

/** The log without its last events. */
const cutAt = ({ ports: { documents } }: World, size: number) =>
  Object.assign(Object.create(documents.audit) as typeof documents.audit, {
    entries: async (from: number, most: number) =>
      documents.audit.entries(from, Math.max(0, Math.min(most, size - from))),
    tile: (...asked: Parameters<typeof documents.audit.tile>) => documents.audit.tile(...asked),
    mendTile: (...asked: Parameters<typeof documents.audit.mendTile>) => documents.audit.mendTile(...asked),
  });
