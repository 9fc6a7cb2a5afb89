import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type BrowserByHand, OWN_PAGE } from '@strongroom/test-servers/browser-by-hand';
import type { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { ServicesWithProvider } from '../support/services-with-provider.ts';
import { anotherMachine, endMachines, SECRETS_IN_REACH, secretsReadBy } from './another-machine.ts';
import { Desk } from './desk.ts';

const PERSON = '.config/strongroom/config-person.json';
const CONFIG = '.config/strongroom/config.json';

jest.setTimeout(240_000);

let services: ServicesWithProvider;
let both: BothServices;
let owner: Desk;
let caller: Caller;
let room = '';
let policyFolder = '';

beforeAll(async () => {
  policyFolder = await mkdtemp(join(tmpdir(), 'strongroom-policy-'));
  const policy = join(policyFolder, 'policy.json');
  await writeFile(policy, JSON.stringify({ version: 1, labels: { C3: { device: true } } }));
  services = await ServicesWithProvider.start(() => ({
    STRONGROOM_KEY_SERVICE_POLICY: policy,
    STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on',
  }));
  both = services.both;
  owner = new Desk(join(both.place.folder, 'owner'));
  await mkdir(owner.home, { mode: 0o700 });
  caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.output(['login', both.url], { input: await both.ownerToken() });
  room = (await owner.json(['rooms', 'create', 'Falcon', '--label', 'C2'])).id;
});
afterAll(async () => {
  await services.end();
  await endMachines();
  await rm(policyFolder, { recursive: true });
});

/** A person of the provider who was invited to the room, in their browser. */
async function invited(name: string): Promise<BrowserByHand> {
  const { id, browser } = await services.invited(name);
  await given(caller.post(`/rooms/${room}/members`, { user_id: id, role: 'contributor' }));
  return browser;
}

/** Runs a command whose addresses a browser opens, each as it is printed. */
async function withBrowser(desk: Desk, args: readonly string[], browser: BrowserByHand) {
  const { child, ended } = desk.begin(args);
  let said = '';
  const seen = new Set<string>();
  const opened: string[] = [];
  const faults: Error[] = [];
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
    for (const [, address = ''] of said.matchAll(/^(http\S+)\n/gm)) {
      if (seen.has(address)) continue;
      seen.add(address);
      open(address).then(
        (page) => opened.push(page),
        (error: unknown) => {
          faults.push(error instanceof Error ? error : new Error(String(error)));
          child.kill('SIGTERM');
        },
      );
    }
  });
  const open = async (address: string): Promise<string> => {
    const at = address.startsWith(both.keysUrl) ? await browser.goOn(address) : address;
    return (await browser.follow(at)).text();
  };
  const result = await ended;
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  return { ...result, opened, said };
}

/** Signs in by device code, and lets the program in with a browser at each of both services. */
async function withCodes(desk: Desk, browser: BrowserByHand, env: Readonly<Record<string, string>>) {
  const { child, ended } = desk.begin(['login', both.url, '--device-code'], { env });
  let said = '';
  const codeAt = (url: string): Promise<string> => {
    const found = new Promise<string>((resolve) => {
      const look = (): void => {
        const [, code] = new RegExp(`^${url}/device\\n([A-Z]{4}-[A-Z]{4})$`, 'm').exec(said) ?? [];
        if (code !== undefined) resolve(code);
      };
      child.stderr.on('data', look);
      look();
    });
    return Promise.race([found, ended.then(({ err }) => Promise.reject(new Error(err)))]);
  };
  child.stderr.prependListener('data', (piece: Buffer) => (said += piece.toString()));
  const allowed = await browser.ask(`${both.url}/api/v1/device-logins/allow`, {
    method: 'POST',
    headers: { ...OWN_PAGE, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_code: await codeAt(both.url) }),
  });
  expect(allowed.status).toBe(200);
  const onward = await browser.ask(`${both.keysUrl}/device/go-on`, {
    method: 'POST',
    headers: { Origin: both.keysUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ user_code: await codeAt(both.keysUrl) }).toString(),
  });
  const [, address = ''] = /content="0;url=([^"]+)"/.exec(await onward.text()) ?? [];
  const last = await browser.follow(address.replaceAll('&amp;', '&'));
  expect(await last.text()).toContain('You are signed in');
  return ended;
}

describe('a person on another machine, where people sign in at the key service', () => {
  test('is another user of the operating system, who reads no secret of the services', async () => {
    expect(await secretsReadBy('here', both.place)).toContain('key-service/keys');
    expect(await secretsReadBy('elsewhere', both.place)).toEqual(SECRETS_IN_REACH);
  });

  test('signs in by browser at both, and puts, gets and shares', async () => {
    const browser = await invited('bob');
    const desk = await anotherMachine({ 'plan.txt': 'the plan of bob' });
    const login = await withBrowser(desk, ['login', both.url, '--browser'], browser);
    expect([login.code, login.err.match(/^http/gm)?.length]).toEqual([0, 2]);
    expect(login.err).toMatch(/compare the key there: [A-Z2-7]{4}-[A-Z2-7]{4}\n/);
    expect(await desk.json(['whoami'])).toMatchObject({
      keys: { kind: 'key-service', url: both.keysUrl, signIn: true },
    });
    await desk.output(['put', 'Falcon', 'plan.txt']);
    await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan of bob');
    const link = (await desk.output(['share', 'Falcon', 'plan.txt'])).trim();
    const stranger = await anotherMachine();
    await stranger.output(['fetch', link, '--to', 'shared.txt']);
    expect(await readFile(join(stranger.home, 'shared.txt'), 'utf8')).toBe('the plan of bob');
    expect((await stat(join(desk.home, PERSON))).mode & 0o777).toBe(0o600);
    const [stored] = JSON.parse(await readFile(join(desk.home, PERSON), 'utf8'));
    // One sign-in serves many commands at the same time, also when its proof has to be renewed.
    const other = { service: 'https://other.example', url: 'https://keys.other.example', key: 'A'.repeat(43) };
    await writeFile(join(desk.home, PERSON), JSON.stringify([other, { ...stored, endsAt: 0 }]), { mode: 0o600 });
    const names = ['a', 'b', 'c'].map((name) => `${name}.txt`);
    await Promise.all(names.map((name) => desk.output(['get', 'Falcon', 'plan.txt', '--to', name])));
    for (const name of names) expect(await readFile(join(desk.home, name), 'utf8')).toBe('the plan of bob');
    const [kept, renewed] = JSON.parse(await readFile(join(desk.home, PERSON), 'utf8'));
    expect([kept, renewed.service]).toEqual([other, both.url]);
  });

  test('reads what to do when the sign-in has ended, and signs in at the key service alone', async () => {
    const browser = await invited('carol');
    const desk = await anotherMachine({ 'plan.txt': 'the plan of carol' });
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    const path = join(desk.home, PERSON);
    const [stored] = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...stored, endsAt: 0, next: 'A'.repeat(64) }), { mode: 0o600 });
    const refused = await desk.run(['put', 'Falcon', 'plan.txt', '--to', '/carol']);
    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('`strongroom keys login`')]);
    expect((await withBrowser(desk, ['keys', 'login'], browser)).code).toBe(0);
    await desk.output(['put', 'Falcon', 'plan.txt', '--to', '/carol']);
  });

  test('is not linked to the person of another sign-in in their browser, whose proof is gone', async () => {
    const desk = await anotherMachine();
    const other = await invited('judy');
    await withBrowser(desk, ['login', both.url, '--browser'], await invited('ivan'));
    const refused = await withBrowser(desk, ['keys', 'login'], other);
    expect([refused.code === 0, refused.err]).toEqual([
      false,
      expect.stringMatching(/as the person judy, and your account is linked to ivan/),
    ]);
    expect(await readFile(join(desk.home, PERSON), 'utf8')).not.toContain('proof');
    // After an owner removed the link, a person is linked again.
    await owner.output(['users', 'unlink', 'ivan@rooms.example', '--keys']);
    expect(await given(caller.get('/audit-events?type=user.key_person_unlinked'))).toHaveLength(1);
  });

  test('leaves no secret behind after logout, and trusts the key service of then only', async () => {
    const browser = await invited('fred');
    const desk = await anotherMachine();
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    const path = join(desk.home, PERSON);
    const [{ key }] = JSON.parse(await readFile(path, 'utf8'));
    await desk.output(['logout']);
    const [left, ...more] = JSON.parse(await readFile(path, 'utf8'));
    expect([left, more]).toEqual([{ service: both.url, url: both.keysUrl, key }, []]);
    await writeFile(path, JSON.stringify({ ...left, key: 'A'.repeat(43) }), { mode: 0o600 });
    const refused = await withBrowser(desk, ['login', both.url, '--browser'], browser);
    expect(refused.err).toMatch(/No file can be opened yet: the service names the key service at/);
    await writeFile(path, JSON.stringify(left), { mode: 0o600 });
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    expect(await desk.json(['whoami'])).toMatchObject({ keys: { url: both.keysUrl, signIn: true } });
  });

  test('enrols the machine on top of the sign-in, for files whose label asks for a device', async () => {
    const browser = await invited('hugo');
    await owner.output(['users', 'clearance', 'hugo@rooms.example', 'C3']);
    const desk = await anotherMachine({ 'plan.txt': 'the plan of hugo' });
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    const put = ['put', 'Falcon', 'plan.txt', '--label', 'C3', '--to', '/hugo'];
    const refused = await desk.run(put);
    expect([refused.code, refused.err]).toEqual([8, expect.stringContaining('an enrolment code for the person hugo')]);
    const code = await both.keysCommand('enrol', 'hugo@rooms.example', '--person', 'hugo');
    const enrolled = await desk.run(['devices', 'enrol'], { input: code });
    expect([enrolled.code, enrolled.out]).toEqual([0, expect.any(String)]);
    await desk.output(put);
    await desk.output(['get', 'Falcon', 'hugo/plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan of hugo');
    expect(await desk.json(['devices'])).toMatchObject([{ current: true }]);
    // A sign-in again keeps the device, and a machine without one opens nothing of this label.
    await desk.output(['logout']);
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    await desk.output(['get', 'Falcon', 'hugo/plan.txt', '--to', 'again.txt']);
    const other = await anotherMachine();
    await withBrowser(other, ['login', both.url, '--browser'], browser);
    expect((await other.run(['get', 'Falcon', 'hugo/plan.txt', '--to', 'x.txt'])).code).toBe(8);
    // The code of another person is of no use, and leaves no device.
    const wrong = await both.keysCommand('enrol', 'bob@rooms.example', '--person', 'bob');
    const mistaken = await other.run(['devices', 'enrol'], { input: wrong });
    expect([mistaken.code, mistaken.err]).toEqual([1, expect.stringContaining('for the person bob')]);
    expect(await both.keysCommand('devices')).not.toContain('person bob');
    expect((await desk.run(['devices', 'link'])).err).toContain('the sign-in at the key service links you');
  });

  test('with a token alone gets no key, and reads what to do', async () => {
    const login = await owner.run(['login', both.url], { input: await both.ownerToken() });
    expect(login.err).toMatch(/No file can be opened yet: the key service at \S+ asks you to sign in there/);
    expect((await owner.run(['put', 'Falcon', join(owner.home, CONFIG)])).code).toBe(8);
  });

  test('trusts the key service of the sign-in only, whatever the service says', async () => {
    const browser = await invited('dora');
    const desk = await anotherMachine({ 'plan.txt': 'the plan of dora' });
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    const path = join(desk.home, PERSON);
    const stored = await readFile(path, 'utf8');
    await writeFile(path, JSON.stringify({ ...JSON.parse(stored)[0], key: 'A'.repeat(43) }), { mode: 0o600 });
    const login = await withBrowser(desk, ['login', both.url, '--browser'], browser);
    expect(login.err).toMatch(/No file can be opened yet: the service names the key service at/);
    await writeFile(path, stored, { mode: 0o600 });
  });

  test.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])(
    'signs in by device code at both, puts, gets and shares with a clock that is ten minutes %s',
    async (side, off) => {
      const browser = await invited(`iris-${side}`);
      const desk = await anotherMachine({ 'plan.txt': 'the plan of iris' });
      const program = `const now = Date.now; Date.now = () => now() + ${off};`;
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
      expect((await withCodes(desk, browser, env)).code).toBe(0);
      const folder = `/iris-${side}`;
      await desk.output(['put', 'Falcon', 'plan.txt', '--to', folder], { env });
      await desk.output(['get', 'Falcon', `${folder}/plan.txt`, '--to', 'back.txt'], { env });
      expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan of iris');
      expect(await desk.output(['share', 'Falcon', `${folder}/plan.txt`], { env })).toMatch(/^http\S+#\S+\n$/);
    },
  );

  test('stays signed in while the provider is down, and cannot sign in again', async () => {
    const browser = await invited('eva');
    const desk = await anotherMachine({ 'plan.txt': 'the plan of eva' });
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
    await services.provider.stop();
    try {
      await desk.output(['put', 'Falcon', 'plan.txt', '--to', '/eva']);
      const hash = 'A'.repeat(43);
      const wish = new URLSearchParams({ client_jkt: hash, challenge: hash, return: 'http://127.0.0.1:1/' });
      const at = new URL(await browser.goOn(`${both.keysUrl}/v1/sign-in?${wish}`));
      const state = at.searchParams.get('state') ?? '';
      const query = new URLSearchParams({ code: 'x', state, iss: services.provider.issuer });
      const answer = await browser.ask(`${both.keysUrl}/v1/callback?${query}`);
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('does not answer')]);
    } finally {
      await services.provider.start();
    }
  });
});

describe('a restart in the middle of a transfer, where people sign in at the key service', () => {
  const FILES = 40;
  const PAUSED_AFTER = 5;
  let desk: Desk;

  beforeAll(async () => {
    const browser = await invited('gina');
    const files = Array.from({ length: FILES }, (_, at) => [`many/${at}.txt`, `content ${at}`] as const);
    desk = await anotherMachine(Object.fromEntries(files));
    await withBrowser(desk, ['login', both.url, '--browser'], browser);
  });

  /** Runs a command, and `restart` once it has printed some files. Returns the printed lines. */
  async function interrupted(args: readonly string[], restart: () => Promise<void>): Promise<readonly string[]> {
    const { child, ended } = desk.begin(args);
    let lines = 0;
    let restarted: Promise<void> | undefined;
    child.stdout.on('data', (piece: Buffer) => {
      lines += piece.toString().split('\n').length - 1;
      if (lines >= PAUSED_AFTER) restarted ??= restart();
    });
    const { code, out, err } = await ended;
    await restarted;
    expect(restarted).toBeDefined();
    // A side that was away for longer than the client waits is named, and the same command finishes the rest.
    if (code === 0) return out.trim().split('\n');
    expect(err).toMatch(
      /The key service at \S+ (does not answer|releases no keys now)|cannot be reached|connection broke/,
    );
    return [...out.trim().split('\n'), ...(await desk.output(args)).trim().split('\n')].filter(Boolean);
  }

  test.each([
    ['the key service', () => both.restartKeys()],
    ['both services', () => both.restart()],
    ['the identity provider', () => services.provider.restart()],
  ])('of %s loses nothing and doubles nothing', async (name, restart) => {
    const folder = name.replaceAll(' ', '-');
    const put = await interrupted(['put', 'Falcon', 'many/.', '--to', folder, '--parallel', '1'], restart);
    // A second run prints what the first one has put, too.
    const ids = new Set(put.map((line) => line.split('\t')[0]));
    expect(ids.size).toBe(FILES);
    const listed: readonly { id: string }[] = await desk.json(['ls', 'Falcon', folder]);
    expect(listed).toHaveLength(FILES);
    expect(new Set(listed.map(({ id }) => id))).toEqual(ids);
    const got = await interrupted(['get', 'Falcon', folder, '--to', `${folder}-back`, '--parallel', '1'], restart);
    expect(new Set(got.map((line) => line.split('\t')[0]))).toEqual(ids);
    for (let at = 0; at < FILES; at += 1)
      expect(await readFile(join(desk.home, `${folder}-back/${at}.txt`), 'utf8')).toBe(`content ${at}`);
  });
});
