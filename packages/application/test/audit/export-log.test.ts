import { describe, expect, test } from '@jest/globals';
import { memoryAuditKeys } from '@strongroom/adapter-local';
import { type ExportSource, type Verified, type VerifyOptions, verifyExport } from '@strongroom/audit-proof';
import { aFile, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { refusal } from '../world/refusals.ts';
import { BOTH, type Kind, openWorld, type World } from '../world/world.ts';

/** A world with a secret room, whose log is signed. */
async function aSignedWorld(kind: Kind): Promise<Readonly<{ world: World; auditor: Person; signed: number }>> {
  const world = await openWorld({ kind, around: () => ({ auditKeys: memoryAuditKeys() }) });
  const ada = await aPerson(world, 'member', { clearance: 'C4' });
  const auditor = await aPerson(world, 'auditor');
  await aFile(world, ada, await aRoom(world, ada));
  const signed = (await world.app.checkpointer?.signNow())?.size ?? 0;
  await aFile(world, ada, await aRoom(world, ada, 'C4'));
  return { world, auditor, signed };
}

async function exported(world: World, by: Person): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, bytes } of await world.app.audit.exportLog(await by.enter())) files.set(name, bytes);
  return files;
}

async function verify(
  world: World,
  files: ReadonlyMap<string, Uint8Array>,
  options: VerifyOptions = {},
): Promise<Verified> {
  const keys = await world.app.checkpointer?.keys();
  const source: ExportSource = {
    read: async (name) => files.get(name),
    names: async function* () {
      yield* files.keys();
    },
  };
  return verifyExport(source, { keys: keys ?? [], ...options });
}

describe.each(BOTH)('an export of the log in %s', (kind) => {
  test('is verified whole, with every earlier checkpoint, for a reader who may see everything', async () => {
    const { world, signed } = await aSignedWorld(kind);
    const files = await exported(world, world.owner);
    expect(files.has(`checkpoints/${signed}`)).toBe(true);
    const kept = { name: 'kept', bytes: files.get(`checkpoints/${signed}`) ?? new Uint8Array(0) };
    const verified = await verify(world, files, { isWhole: true, outside: [kept] });
    expect(verified).toMatchObject({ missing: 0, erased: 0, outside: 1 });
    expect(verified.size).toBeGreaterThan(signed);
  });

  test('has every entry for a reader with a lower clearance, and not the events of secret rooms', async () => {
    const { world, auditor } = await aSignedWorld(kind);
    const files = await exported(world, auditor);
    const verified = await verify(world, files);
    expect(verified.missing).toBeGreaterThan(0);
    expect(verified.shown + verified.missing).toBe(verified.size);
    expect(Buffer.concat([...files.values()]).toString()).not.toContain('"label":"C4"');
  });
});

test('an export is refused to members', async () => {
  const { world } = await aSignedWorld('memory');
  const member = await aPerson(world, 'member');
  expect(await refusal(world, () => exported(world, member))).toEqual(['INSUFFICIENT_ROLE', 'org-role:owner']);
});
