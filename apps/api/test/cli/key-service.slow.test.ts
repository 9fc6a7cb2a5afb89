import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';
import type { AuditEvent } from '@strongroom/domain';
import { freePorts } from '../../../../scripts/free-port.ts';
import { build, ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';
import { Desk } from './desk.ts';

/** Both services as `npm start` starts them. */
class Both {
  readonly place: Place;
  readonly port: number;
  out = '';
  readonly #child: ChildProcess;

  private constructor(place: Place, port: number, environment: Readonly<Record<string, string>>) {
    this.place = place;
    this.port = port;
    this.#child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
      cwd: ROOT,
      env: { PATH: '/usr/bin:/bin', PORT: `${port}`, STRONGROOM_DATA_DIR: place.data, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (piece: Buffer) => (this.out += piece.toString()));
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Both> {
    await build();
    const [port = 0, keys = 0] = await freePorts(2);
    const both = new Both(await Place.make(), port, { STRONGROOM_KEY_SERVICE_PORT: `${keys}`, ...environment });
    await eventually('both services', async () => {
      const ready = await Promise.all(
        [port, keys].map((one) => fetch(`http://127.0.0.1:${one}/readyz`).catch(() => null)),
      );
      return ready.every((answer) => answer?.ok === true) ? true : undefined;
    });
    return both;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get owner(): Promise<string> {
    return readFile(join(this.place.data, 'owner.token'), 'utf8').then((text) => text.trim());
  }

  /** Calls that the key service has answered with keys. */
  get keyCalls(): number {
    return this.out.split('"path":"/v1/unwrap/batch"').length - 1;
  }

  async keyProcess(): Promise<number> {
    const children = await readFile(`/proc/${this.#child.pid}/task/${this.#child.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ').map(Number))
      if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('apps/key-service/')) return pid;
    throw new Error('there is no key service');
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    if (this.#child.exitCode === null) this.#child.kill('SIGTERM');
    else return;
    await ended;
  }
}

const homes: string[] = [];

/** A desk of a user who cannot read the data folder, where this process may choose one. */
async function anotherMachine(): Promise<Desk> {
  const home = await mkdtemp(join(tmpdir(), 'strongroom-home-'));
  homes.push(home);
  await writeFile(join(home, 'plan.txt'), 'the plan');
  if (process.getuid?.() !== 0) return new Desk(home);
  await chown(home, 12_345, 12_345);
  return new Desk(home, 12_345);
}

let both: Both;
let owner: Desk;
let caller: Caller;

beforeAll(async () => {
  both = await Both.start();
  owner = new Desk(join(both.place.folder, 'owner'));
  await mkdir(owner.home, { mode: 0o700 });
  caller = new Caller(`${both.url}/api/v1`, await both.owner);
});
afterAll(async () => {
  await both.end();
  await both.place.end();
  await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })));
});

/** Events of the record of the key service. */
async function record(): Promise<readonly AuditEvent[]> {
  const documents = await openSqliteDocuments({ path: join(both.place.data, 'key-service', 'record.db') });
  try {
    return await documents.audit.list({ labels: ['', 'C1', 'C2', 'C3', 'C4'] }, { limit: 1000 });
  } finally {
    await documents.close();
  }
}

describe('a person on another machine', () => {
  test('signs in, and puts, gets and shares without a word about keys', async () => {
    await owner.output(['login', both.url], { input: await both.owner });
    expect(await owner.json(['whoami'])).toMatchObject({ keys: { kind: 'key-service' } });
    const room = await owner.json(['rooms', 'create', 'Falcon', '--label', 'C2']);
    const bob = await aPerson(caller, both.place.data);
    await given(caller.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'contributor' }));
    const desk = await anotherMachine();
    await desk.output(['login', both.url], { input: bob.token });
    await desk.output(['put', 'Falcon', 'plan.txt']);
    await desk.output(['get', 'Falcon', 'plan.txt', '--to', 'back.txt']);
    expect(await readFile(join(desk.home, 'back.txt'), 'utf8')).toBe('the plan');
    const link = (await desk.output(['share', 'Falcon', 'plan.txt'])).trim();
    const stranger = new Desk(join(both.place.folder, 'stranger'));
    await mkdir(stranger.home, { mode: 0o700 });
    await stranger.output(['fetch', link]);
    expect(await readFile(join(stranger.home, 'plan.txt'), 'utf8')).toBe('the plan');
  });

  test('finds each release in both records, by one id', async () => {
    const released = (await record()).filter(({ type }) => type === 'key.released');
    expect(released.length).toBeGreaterThanOrEqual(3);
    const events = (await given(caller.get('/audit-events?per_page=100'))) as readonly {
      id: string;
      data: Record<string, string>;
    }[];
    const granted = new Map(events.map((event) => [event.data['grant_jti'], event.id]));
    for (const { data } of released) expect(granted.get(String(data['jti']))).toBe(data['evt']);
  });

  test('moves 250 files with three calls for keys, up and down', async () => {
    const { key_service: offered } = await given(caller.get('/service'));
    const client = new Strongroom({
      url: both.url,
      token: await both.owner,
      unwrap: keyServiceUnwrapper({ url: offered.url, key: offered.key }),
    });
    const { id } = await given(caller.post('/rooms', { name: 'Many', classification: 'C2' }));
    const names = Array.from({ length: 250 }, (_, index) => `many/${index}.txt`);
    await owner.write(Object.fromEntries(names.map((name) => [name, `content of ${name}`])));
    const before = both.keyCalls;
    const sent = names.map((name) => ({ path: join(owner.home, name), content_type: 'text/plain' }));
    const uploaded: string[] = [];
    for await (const { file, error } of client.uploadFiles(id, sent)) uploaded.push(file?.id ?? String(error));
    await eventually('the log', async () => both.keyCalls - before >= 3);
    expect(both.keyCalls - before).toBe(3);
    const wanted = uploaded.map((file, index) => ({ id: file, path: join(owner.home, `back-${index}`) }));
    for await (const { error } of client.downloadFiles(wanted)) expect(error).toBeUndefined();
    // Groups of downloads grow: 8, 16, 32, 64, 100 and the rest.
    await eventually('the log', async () => both.keyCalls - before >= 9);
    expect(both.keyCalls - before).toBe(9);
  }, 120_000);

  test('gets a sentence that names the key service while that is down, and keys again once it is back', async () => {
    const before = await both.keyProcess();
    process.kill(before, 'SIGSTOP');
    process.kill(before, 'SIGKILL');
    const failed = await owner.run(['get', 'Falcon', 'plan.txt'], { env: { STRONGROOM_CONFIG: await elsewhere() } });
    expect(failed.err).toMatch(/key service at http:\/\/127\.0\.0\.1:1 does not answer/);
    await eventually('the key service', async () =>
      (await both.keyProcess().catch(() => before)) === before ? undefined : true,
    );
    await owner.output(['get', 'Falcon', 'plan.txt']);
    expect(await readFile(join(owner.home, 'plan.txt'), 'utf8')).toBe('the plan');
  });

  test('is refused by a key service with another key than the one of the sign-in', async () => {
    const config = JSON.parse(await readFile(join(owner.home, '.config/strongroom/config.json'), 'utf8'));
    const path = join(owner.home, 'other.json');
    await writeFile(path, JSON.stringify({ ...config, keys: { ...config.keys, key: 'A'.repeat(43) } }), {
      mode: 0o600,
    });
    const { code, err } = await owner.run(['get', 'Falcon', 'plan.txt', '--to', 'never.txt'], {
      env: { STRONGROOM_CONFIG: path },
    });
    expect({ code, err }).toEqual({ code: 8, err: expect.stringContaining('has another key than the one you trust') });
  });
});

/** The settings of the owner, with a key service that never answers. */
async function elsewhere(): Promise<string> {
  const config = JSON.parse(await readFile(join(owner.home, '.config/strongroom/config.json'), 'utf8'));
  const path = join(owner.home, 'elsewhere.json');
  await writeFile(path, JSON.stringify({ ...config, keys: { ...config.keys, url: 'http://127.0.0.1:1' } }), {
    mode: 0o600,
  });
  return path;
}
