import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { anotherMachine, endMachines, SECRETS_IN_REACH, secretsReadBy } from './another-machine.ts';
import { Desk } from './desk.ts';

const PASSWORD = 'a long pass phrase';
const DEVICES = '.config/strongroom/config-devices.json';

let both: BothServices;
let owner: Desk;
let caller: Caller;

const code = async (...args: readonly string[]): Promise<string> => (await both.keysCommand('enrol', ...args)).trim();

/** The person of the first device with this note, by the operator's list. */
const personOf = async (note: string): Promise<string> =>
  /person (\S+)/.exec((await both.keysCommand('devices')).split('\n').find((line) => line.includes(note)) ?? '')?.[1] ??
  '';

/** A user who was invited by mail and accepted on a machine of their own, with or without an enrolment code. */
async function invited(email: string, enrolment = ''): Promise<Desk> {
  await owner.output(['invite', email]);
  const desk = await anotherMachine({ 'plan.txt': `the plan of ${email}` });
  const input = `${both.url}/activate#token=${await both.mailedSecret(email)}\n${PASSWORD}\n${enrolment}\n`;
  await desk.output(['accept', email.split('@')[0] ?? ''], { input });
  const { id } = await desk.json(['whoami']);
  await given(caller.post(`/rooms/${room}/members`, { user_id: id, role: 'contributor' }));
  return desk;
}

let room = '';

beforeAll(async () => {
  both = await BothServices.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
  owner = new Desk(join(both.place.folder, 'owner'));
  await mkdir(owner.home, { mode: 0o700 });
  caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.output(['login', both.url], { input: await both.ownerToken() });
  room = (await owner.json(['rooms', 'create', 'Falcon', '--label', 'C2'])).id;
});
afterAll(async () => {
  await both.end();
  await endMachines();
});

describe('a person on another machine, where people prove themselves by devices', () => {
  test('is another user of the operating system, who reads no secret of the services', async () => {
    expect(await secretsReadBy('here', both.place)).toContain('key-service/keys');
    expect(await secretsReadBy('elsewhere', both.place)).toEqual(SECRETS_IN_REACH);
  });

  test('accepts with an enrolment code, and puts, gets and shares', async () => {
    const desk = await invited('bob@rooms.example', await code('bob@rooms.example'));
    await desk.output(['put', 'Falcon', 'plan.txt']);
    await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan of bob@rooms.example');
    const link = (await desk.output(['share', 'Falcon', 'plan.txt'])).trim();
    const stranger = await anotherMachine();
    await stranger.output(['fetch', link, '--to', 'shared.txt']);
    expect(await readFile(join(stranger.home, 'shared.txt'), 'utf8')).toBe('the plan of bob@rooms.example');
    const path = join(desk.home, DEVICES);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await desk.output(['devices', '--json'])).not.toMatch(/"d"/);
  });

  test('reads the next step before they are enrolled, and enrols later', async () => {
    const desk = await invited('carol@rooms.example');
    const refused = await desk.run(['put', 'Falcon', 'plan.txt', '--to', '/carol']);
    expect(refused.code).toBe(8);
    const login = await desk.run(['login', both.url], {
      input: JSON.parse(await readFile(join(desk.home, '.config/strongroom/config.json'), 'utf8')).token,
    });
    expect(login.err + login.out).toMatch(/asks for an enrolled device.*`strongroom devices enrol`/);
    await desk.output(['devices', 'enrol'], { input: `${await code('carol')}\n${PASSWORD}\n` });
    await desk.output(['put', 'Falcon', 'plan.txt', '--to', '/carol']);
    expect(await desk.json(['devices'])).toMatchObject([{ current: true }]);
  });

  test('loses nothing when the password was wrong: the link is made afterwards', async () => {
    const desk = await invited('dora@rooms.example');
    const first = await desk.run(['devices', 'enrol'], { input: `${await code('dora')}\nanother pass phrase\n` });
    expect(first.code).not.toBe(0);
    const refused = await desk.run(['put', 'Falcon', 'plan.txt', '--to', '/dora']);
    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('`strongroom devices link`')]);
    await desk.output(['devices', 'link'], { input: `${PASSWORD}\n` });
    await desk.output(['put', 'Falcon', 'plan.txt', '--to', '/dora']);
  });

  test('has several devices, removes a lost one from another, and enrols again', async () => {
    const first = await invited('eva@rooms.example', await code('eva-first'));
    await first.output(['put', 'Falcon', 'plan.txt', '--to', '/eva']);
    const second = await anotherMachine();
    const token = JSON.parse(await readFile(join(first.home, '.config/strongroom/config.json'), 'utf8')).token;
    await second.output(['login', both.url], { input: token });
    // The person is known already, so no password is asked for.
    await second.output(['devices', 'enrol'], {
      input: `${await code('eva-second', '--person', await personOf('eva-first'))}\n`,
    });
    const devices = (await second.json(['devices'])) as readonly { device: string; current: boolean }[];
    expect(devices.map(({ current }) => current)).toEqual([false, true]);
    const lost = devices.find(({ current }) => !current)?.device ?? '';
    await second.output(['devices', 'remove', lost]);
    const refused = await first.run(['get', 'Falcon', '/eva/plan.txt', '--to', 'never.txt']);
    expect([refused.code, refused.err]).toEqual([
      8,
      expect.stringMatching(/key service at \S+ refuses: .*devices enrol/),
    ]);
    await second.output(['get', 'Falcon', '/eva/plan.txt', '--to', 'eva.txt']);
    const again = await code('eva-third', '--person', await personOf('eva-second'));
    await first.output(['devices', 'enrol'], { input: `${again}\n` });
    await first.output(['get', 'Falcon', '/eva/plan.txt', '--to', 'again.txt']);
    expect(await readFile(join(first.home, 'again.txt'), 'utf8')).toBe('the plan of eva@rooms.example');
  });

  test('trusts the key service of the enrolment only, whatever the service says', async () => {
    const desk = await invited('fay@rooms.example', await code('fay'));
    const path = join(desk.home, DEVICES);
    const stored = JSON.parse(await readFile(path, 'utf8'));
    const token = JSON.parse(await readFile(join(desk.home, '.config/strongroom/config.json'), 'utf8')).token;
    await writeFile(path, JSON.stringify([{ ...stored[0], url: 'http://127.0.0.1:1' }]), { mode: 0o600 });
    const login = await desk.run(['login', both.url], { input: token });
    expect(login.err + login.out).toMatch(/No file can be opened yet: the service names the key service at/);
    expect((await desk.run(['put', 'Falcon', 'plan.txt', '--to', '/fay'])).code).toBe(8);
    await writeFile(path, JSON.stringify(stored), { mode: 0o600 });
    await desk.output(['login', both.url], { input: token });
    await desk.output(['put', 'Falcon', 'plan.txt', '--to', '/fay']);
  });
});

describe('an enrolment code', () => {
  test('is not used up where the service names another key service', async () => {
    const desk = await invited('gil@rooms.example');
    const good = await code('gil');
    const read = JSON.parse(Buffer.from(good.slice(4), 'base64url').toString());
    const other = `srk_${Buffer.from(JSON.stringify({ ...read, key: 'A'.repeat(43) })).toString('base64url')}`;
    const refused = await desk.run(['devices', 'enrol'], { input: `${other}\n${PASSWORD}\n` });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('the code is for another key service')]);
    await desk.output(['devices', 'enrol'], { input: `${good}\n${PASSWORD}\n` });
  });
});
