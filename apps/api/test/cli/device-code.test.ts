import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';
import { Desk } from './desk.ts';

/** The program asks every five seconds. */
jest.setTimeout(120_000);

let place: Place;
let url = '';
let service: ServiceProcess;
let owner: Caller;

const start = async (more: Environment = {}): Promise<void> => {
  service = await place.start({ PORT: new URL(url).port, ...more });
  owner = service.as(await place.ownerToken());
};
beforeAll(async () => {
  await build();
  place = await Place.make();
  url = `http://127.0.0.1:${(await freePorts(1))[0]}`;
  await start();
});
afterAll(() => place.end());

async function aDesk(name: string): Promise<Desk> {
  const home = join(place.folder, name);
  await mkdir(home);
  return new Desk(home);
}

/** A person in a browser, with their session. */
async function anybody() {
  const { email, session } = await aPerson(owner, place.data);
  return { email, session: owner.as(session) };
}

/** Begins a sign-in by device code, and answers it as a person. */
async function withCode(desk: Desk, answer: (code: string, interrupt: () => void) => Promise<unknown>, env = {}) {
  const { child, ended } = desk.begin(['login', url, '--device-code'], { env });
  let said = '';
  const code = new Promise<string>((resolve) =>
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
      const [, shown] = /^([A-Z]{4}-[A-Z]{4})$/m.exec(said) ?? [];
      if (shown !== undefined) resolve(shown);
    }),
  );
  await answer(await Promise.race([code, ended.then(({ err }) => Promise.reject(new Error(err)))]), () =>
    child.kill('SIGINT'),
  );
  return ended;
}

const allowedBy = (session: Caller) => (code: string) =>
  given(session.post('/device-logins/allow', { user_code: code }));

/** Sign-ins that wait for the program to ask again, all at the same time. */
const WAITING: Readonly<Record<string, () => Promise<void>>> = {
  'takes a code that a person types elsewhere, and makes a token': async () => {
    const { email, session: person } = await anybody();
    const desk = await aDesk('by-code');
    const { code, err } = await withCode(desk, async (shown) => {
      const waiting = await given(person.post('/device-logins/find', { user_code: shown }));
      expect(waiting).toMatchObject({ client_name: expect.stringMatching(/^strongroom on /), your_network: true });
      await allowedBy(person)(shown);
    });
    expect([code, err]).toEqual([0, expect.stringContaining(`${url}/device\n`)]);
    expect(err).toContain('within 10 minutes');
    expect(await desk.json(['whoami'])).toMatchObject({ email });
    expect(await readFile(join(desk.home, '.config/strongroom/config.json'), 'utf8')).toContain('srt_');
    // The session that made the token has ended.
    expect((await person.get('/me/sessions')).body.data).toHaveLength(1);
  },
  'stores nothing where the person refuses': async () => {
    const { session } = await anybody();
    const desk = await aDesk('refused');
    const result = await withCode(desk, (code) => given(session.post('/device-logins/refuse', { user_code: code })));
    expect([result.code, await readdir(desk.home)]).toEqual([4, []]);
    expect(result.err).toContain('The sign-in was refused in the browser.');
  },
  'stores nothing where the session that allowed it ends before the program asks': async () => {
    const { session } = await anybody();
    const desk = await aDesk('ended');
    const result = await withCode(desk, async (code) => {
      await allowedBy(session)(code);
      await given(session.delete('/sessions/current'));
    });
    expect([result.code, await readdir(desk.home)]).toEqual([4, []]);
    expect(result.err).toContain('The session in which this was allowed has ended.');
  },
};

describe('a sign-in beside others', () => {
  let ended: ReadonlyMap<string, PromiseSettledResult<void> | undefined>;
  beforeAll(async () => {
    const settled = await Promise.allSettled(Object.values(WAITING).map((signIn) => signIn()));
    ended = new Map(Object.keys(WAITING).map((title, index) => [title, settled[index]]));
  });
  test.each(Object.keys(WAITING))('%s', (title) => expect(ended.get(title)).toEqual({ status: 'fulfilled' }));
});

test('a sign-in by device code ends without a stack trace by Ctrl-C while it waits', async () => {
  const result = await withCode(await aDesk('interrupted'), async (_code, interrupt) => interrupt());
  expect([result.code, result.err.split('\n').slice(-2)]).toEqual([130, ['strongroom: interrupted.', '']]);
  expect(result.err).not.toContain('should not have happened');
});

test('a waiting sign-in continues after a restart of the service', async () => {
  const { email, session } = await anybody();
  const desk = await aDesk('restarted');
  const result = await withCode(desk, async (code) => {
    await allowedBy(session)(code);
    await service.kill();
    await start();
  });
  expect([result.code, result.err]).toEqual([0, expect.any(String)]);
  expect(await desk.json(['whoami'])).toMatchObject({ email });
});

test('a waiting sign-in continues after a restart before the permission, on a computer whose clock is a day ahead', async () => {
  const { email, session } = await anybody();
  const desk = await aDesk('ahead');
  const program = 'const now = Date.now; Date.now = () => now() + 86_400_000;';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
  const result = await withCode(
    desk,
    async (code) => {
      await service.kill();
      await start();
      await allowedBy(session)(code);
    },
    env,
  );
  expect([result.code, result.err]).toEqual([0, expect.any(String)]);
  expect(await desk.json(['whoami'], { env })).toMatchObject({ email });
});

test('login says what to do if the service has no sign-in by device code', async () => {
  await service.kill();
  await start({ STRONGROOM_DEVICE_LOGIN: 'off' });
  const desk = await aDesk('without');
  const { code, err } = await desk.run(['login', url, '--device-code']);
  expect([code, err]).toEqual([1, expect.stringContaining('use --browser, --email, or a token')]);
});
