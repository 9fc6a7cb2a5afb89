import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BearerSecret, bearerSecret, type Email, type Label, type LabelScheme } from '@strongroom/domain';
import { openHome, SettingsUnfit } from '../src/index.ts';
import { ORGANISATION, organisations, orgUnits } from '../src/store/organisation.ts';
import { EVERY_USER, users } from '../src/store/users.ts';
import { TestClock } from './world/clock.ts';
import { commits, Gate } from './world/gate.ts';
import { intercepted } from './world/intercepted.ts';
import { aPerson, aRoom } from './world/mothers.ts';
import { CONFIGURATION, LABEL_RULES, memoryPorts, type TestPorts } from './world/ports.ts';
import { serve } from './world/service.ts';
import { listed, stored } from './world/stored.ts';

let ports: TestPorts;
beforeEach(() => {
  ports = memoryPorts(new TestClock());
});

const TOKEN: BearerSecret = bearerSecret('apiToken', new Uint8Array(32).fill(42));

const scheme = (...labels: string[]): LabelScheme =>
  labels.map((label) => ({ label: label as Label, name: `name of ${label}` }));
const DEFAULT = scheme('C1', 'C2', 'C3', 'C4');

/** Starts on the store with these labels, and counts the requests for the owner's token. */
async function start(labels: LabelScheme = DEFAULT, { on = ports, email = 'First.Owner.Sesame@Rooms.example' } = {}) {
  let asked = 0;
  const home = await openHome(
    on,
    { ...CONFIGURATION, labelRules: { ...LABEL_RULES, scheme: labels } },
    {
      ownerEmail: email as Email,
      ownerToken: async () => {
        asked++;
        return TOKEN;
      },
    },
  );
  return { home, asked };
}

const organisation = () => stored({ ports }, organisations, ORGANISATION);
const labelsInUse = async () => (await organisation())?.scheme.map((entry) => entry.label);

describe('the first start', () => {
  test('makes the organisation, its root unit and its first owner with a token that does not expire', async () => {
    const { home } = await start();
    const [owner] = await listed({ ports }, users, EVERY_USER);
    expect(owner).toMatchObject({
      email: 'first.owner.sesame@rooms.example',
      role: 'owner',
      status: 'active',
      tokens: [{ grant: null, expiresAt: null, hash: ports.secrets.hash(TOKEN), madeWith: null }],
    });
    expect(await organisation()).toMatchObject({ id: home.orgId, rootUnitId: home.rootUnitId, owners: [owner?.id] });
    expect(await listed({ ports }, orgUnits, 'all')).toMatchObject([{ id: home.rootUnitId, parentId: null }]);
  });

  test('keeps no secret', async () => {
    await start();
    expect(JSON.stringify(await listed({ ports }, users, EVERY_USER))).not.toContain(TOKEN);
  });

  test('happens once: every later one finds the same home and asks for no token', async () => {
    const first = await start();
    const second = await start(DEFAULT, { email: 'somebody.else@rooms.example' });
    expect(second.home).toEqual(first.home);
    expect([first.asked, second.asked]).toEqual([1, 0]);
    expect(await listed({ ports }, users, EVERY_USER)).toHaveLength(1);
  });

  test('happens once also when four start at the same time', async () => {
    const homes = await Promise.all([1, 2, 3, 4].map(() => start()));
    expect(new Set(homes.map(({ home }) => JSON.stringify(home))).size).toBe(1);
    expect(await listed({ ports }, users, EVERY_USER)).toHaveLength(1);
    expect(await listed({ ports }, orgUnits, 'all')).toHaveLength(1);
  });

  test('happens whole or not at all: a process that dies in it leaves an empty store', async () => {
    const gate = new Gate();
    const dying = gate.hold(commits);
    void start(DEFAULT, { on: intercepted(ports, gate.around) });
    await dying;
    expect(await listed({ ports }, users, EVERY_USER)).toEqual([]);
    expect((await start()).asked).toBe(1);
  });
});

describe('the labels of a store', () => {
  const used = async () => {
    const world = await serve(ports, new TestClock(), '');
    await aRoom(world, world.owner, 'C1');
    return world;
  };

  test('may be anything before they are used', async () => {
    await start();
    await start(scheme('open', 'closed'));
    expect(await labelsInUse()).toEqual(['open', 'closed']);
    await start(scheme('C4', 'C1'));
    expect(await labelsInUse()).toEqual(['C4', 'C1']);
  });

  test.each([
    ['turned around', scheme('C2', 'C1', 'C3', 'C4')],
    ['with one missing', scheme('C1', 'C2', 'C4')],
    ['with one renamed', scheme('C1', 'C2', 'C3', 'top')],
    ['all new', scheme('a', 'b')],
  ])('do not change once a room carries one: %s', async (_, labels) => {
    await used();
    const starting = start(labels);
    await expect(starting).rejects.toBeInstanceOf(SettingsUnfit);
    await expect(starting).rejects.toThrow(
      `The order of labels (${labels.map((entry) => entry.label).join(' < ')}) is not the order this store was used with (C1 < C2 < C3 < C4)`,
    );
    expect(await labelsInUse()).toEqual(['C1', 'C2', 'C3', 'C4']);
  });

  test('do not change once a user has a clearance override, either', async () => {
    const world = await serve(ports, new TestClock(), '');
    const person = await aPerson(world);
    await start(scheme('C4', 'C3', 'C2', 'C1'));
    await start(DEFAULT);
    await world.owner.ask(world.app.users.setClearance, { userId: person.id, clearance: 'C1' });
    await expect(start(scheme('C4', 'C3', 'C2', 'C1'))).rejects.toBeInstanceOf(SettingsUnfit);
  });

  test('may be joined by new ones, below, between and above', async () => {
    await used();
    await start(scheme('C0', 'C1', 'C1b', 'C2', 'C3', 'C4', 'C5'));
    expect(await labelsInUse()).toEqual(['C0', 'C1', 'C1b', 'C2', 'C3', 'C4', 'C5']);
    await expect(start(DEFAULT)).rejects.toBeInstanceOf(SettingsUnfit);
  });

  test('may be called something else for people', async () => {
    await used();
    await start(DEFAULT.map(({ label }) => ({ label, name: 'another name' })));
    expect((await organisation())?.scheme.map((entry) => entry.name)).toEqual(DEFAULT.map(() => 'another name'));
  });

  test('do not change after the last room is deleted, whose files are found by their labels', async () => {
    const world = await used();
    const [room] = (await world.owner.ask(world.app.rooms.list, {})).items;
    await world.owner.ask(world.app.rooms.delete, { roomId: room?.room.id ?? '' });
    await expect(start(scheme('a', 'b'))).rejects.toBeInstanceOf(SettingsUnfit);
    expect(await labelsInUse()).toEqual(['C1', 'C2', 'C3', 'C4']);
  });

  test('are taken over once when several processes start with new ones at the same time', async () => {
    await start();
    const wider = scheme('C1', 'C2', 'C3', 'C4', 'C5');
    const homes = await Promise.all([1, 2, 3, 4].map(() => start(wider)));
    expect(new Set(homes.map(({ home }) => JSON.stringify(home))).size).toBe(1);
    expect(await labelsInUse()).toEqual(['C1', 'C2', 'C3', 'C4', 'C5']);
  });

  test('are replaced even while another owner is added', async () => {
    const world = await serve(ports, new TestClock(), '');
    const gate = new Gate();
    const held = gate.hold(commits);
    const starting = start(scheme('C1', 'C2', 'C3', 'C4', 'C5'), { on: intercepted(ports, gate.around) });
    await held;
    const second = await aPerson(world, 'owner');
    gate.open();
    await starting;
    expect((await organisation())?.owners).toContain(second.id);
    expect(await labelsInUse()).toHaveLength(5);
  });
});
