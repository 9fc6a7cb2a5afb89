import { beforeEach, describe, expect, test } from '@jest/globals';
import { createSecrets } from '@strongroom/adapter-local';
import { type BearerSecret, bearerSecret, type Email, type Label, type LabelScheme } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { forgetSettings, openHome, SettingsUnfit } from '../src/index.ts';
import { SETTINGS, storeSettings } from '../src/store/settings.ts';
import { TestClock } from './world/clock.ts';
import { commits, Gate } from './world/gate.ts';
import { intercepted } from './world/intercepted.ts';
import { aPerson, aRoom } from './world/mothers.ts';
import { CONFIGURATION, LABEL_RULES, memoryPorts, TestLog, type TestPorts } from './world/ports.ts';
import { serve } from './world/service.ts';
import { stored } from './world/stored.ts';

const TOKEN: BearerSecret = bearerSecret('apiToken', new Uint8Array(32).fill(42));
const SECRET = 'another secret, of another process';

let ports: TestPorts;
beforeEach(() => {
  ports = memoryPorts(new TestClock());
});

const start = (labelRules = LABEL_RULES, on: TestPorts = ports) =>
  openHome(
    on,
    { ...CONFIGURATION, labelRules },
    { ownerEmail: 'owner@rooms.example' as Email, ownerToken: async () => TOKEN },
  );

const other = (): TestPorts => ({ ...ports, secrets: createSecrets(SECRET) });
const loose = { ...LABEL_RULES, roleClearances: { ...LABEL_RULES.roleClearances, member: 'C4' as Label } };

describe('a process with other settings than those a store is used with', () => {
  test('does not start with another secret', async () => {
    await start();
    await expect(start(LABEL_RULES, other())).rejects.toBeInstanceOf(SettingsUnfit);
    await expect(start(LABEL_RULES, other())).rejects.toThrow(/^The secret is not the one this store is used with/);
    await expect(start()).resolves.toBeDefined();
  });

  test('starts with other clearances of roles, says so once, and has them from then on', async () => {
    const log = new TestLog();
    await start(LABEL_RULES, { ...ports, log });
    await start(loose, { ...ports, log });
    await start(loose, { ...ports, log });
    expect(log.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('The clearances of roles changed: member=C4, before member=C2. Processes with'),
    ]);
  });

  test('does start after its operator has said so', async () => {
    await start();
    await forgetSettings(ports.documents);
    await forgetSettings(ports.documents);
    await start(LABEL_RULES, other());
    await expect(start()).rejects.toBeInstanceOf(SettingsUnfit);
  });

  test('is refused when both start on an empty store, or on one from before settings were recorded', async () => {
    const noted = async () => void (await start());
    for (const prepare of [async () => undefined, async () => noted().then(() => forgetSettings(ports.documents))]) {
      ports = memoryPorts(new TestClock());
      await prepare();
      const both = await Promise.allSettled([start(), start(LABEL_RULES, other())]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('finds no secret in the store', async () => {
    await start();
    const { secret = '' } = (await stored({ ports }, storeSettings, SETTINGS)) ?? {};
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('labels of an unused store', () => {
  const scheme: LabelScheme = ['C4', 'C3', 'C2', 'C1'].map((label) => ({ label: label as Label, name: label }));
  const turned = { ...LABEL_RULES, scheme };

  test('are not reordered while the first room is created', async () => {
    const world = await serve(ports, new TestClock(), '');
    const gate = new Gate();
    const held = gate.hold(commits);
    const starting = start(turned, intercepted(ports, gate.around));
    await held;
    await aRoom(world, world.owner, 'C1');
    gate.open();
    await expect(starting).rejects.toThrow('labels');
  });

  test('are not used by a process with the old order after another one reversed it', async () => {
    const world = await serve(ports, new TestClock(), '');
    const person = await aPerson(world);
    await start(turned);
    await expect(aRoom(world, world.owner, 'C1')).rejects.toBeInstanceOf(Unavailable);
    await expect(
      world.owner.ask(world.app.users.setClearance, { userId: person.id, clearance: 'C1' }),
    ).rejects.toBeInstanceOf(Unavailable);
  });
});
