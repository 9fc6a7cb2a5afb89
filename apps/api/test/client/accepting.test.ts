import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { anOffice, type Office } from '../cli/desk.ts';
import type { Answered, Sent } from '../support/altering-proxy.ts';
import { build } from '../support/built.ts';
import { anEmail, mailedSecret } from '../support/people-of-process.ts';

const AS_IT_IS = async (answer: Answered): Promise<Answered> => answer;

let office: Office;
let sent: Sent[] = [];
/** Changes answers of the service. */
let answered: (answer: Answered, sent: Sent) => Promise<Answered> = AS_IT_IS;
beforeAll(async () => {
  await build();
  office = await anOffice({
    sent: (one) => {
      sent.push(one);
      return one;
    },
    answered: (answer, one) => answered(answer, one),
  });
}, 120_000);
afterEach(() => {
  answered = AS_IT_IS;
  sent = [];
});
afterAll(() => office.end());

const ACCEPT = '/api/v1/invitations/accept';
const CONFIG = '.config/strongroom/config.json';

async function invited() {
  const email = anEmail();
  await office.owner.output(['invite', email]);
  const secret = await mailedSecret(office.place.data, email);
  return { email, secret, desk: await office.stranger(email) };
}

/** The same service under a name that could be another machine. */
const elsewhere = (): string => office.url.replace('127.0.0.1', '0.0.0.0');

test('the command line sends an invitation over plain HTTP to this machine only, unless --insecure is given', async () => {
  const { email, secret, desk } = await invited();
  sent = [];
  const input = `${elsewhere()}/activate#token=${secret}\na long pass phrase\n`;
  const refused = await desk.run(['accept', 'Ada'], { input });
  expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--insecure') });
  expect(refused.err).not.toContain(secret);
  expect(sent).toEqual([]);
  expect(await readdir(desk.home)).toEqual([]);
  await desk.output(['accept', 'Ada', '--insecure'], { input });
  expect(JSON.parse(await readFile(join(desk.home, CONFIG), 'utf8'))).toMatchObject({ insecure: true });
  expect(await desk.json(['whoami'])).toMatchObject({ email });
});

/** Breaks the connection after the answers to a path, `times` times. */
function loseAnswers(path: string, times = 1): void {
  let lost = 0;
  answered = async (answer, one) => {
    if (one.path !== path || lost++ >= times) return answer;
    throw new Error('the connection broke after the answer');
  };
}

test.each([
  ['a long pass phrase', '/settings/tokens'],
  ['', 'ask for a new link'],
])(
  'the command line reports an acceptance with a lost answer as probably successful (password %j)',
  async (password, advice) => {
    const { secret, desk } = await invited();
    loseAnswers(ACCEPT);
    const { code, err } = await desk.run(['accept', 'Ada'], {
      input: `${office.url}/activate#token=${secret}\n${password}\n`,
    });
    expect(code).toBe(5);
    expect(err).toContain('most likely it worked');
    expect(err).toContain(advice);
    const again = await desk.run(['accept', 'Ada'], { input: `${office.url}/activate#token=${secret}\n` });
    expect(again).toMatchObject({ code: 5, err: 'strongroom: The invitation was used already; sign in instead.\n' });
  },
);

/** Resolves once a process waits for events, or is gone. A process that has something to do is running, or wants to. */
async function idle(pid = 0): Promise<void> {
  for (let seen = 0; seen < 5; ) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') S');
    seen = state.replace(/^.*\) /u, '').startsWith('S') ? seen + 1 : 0;
    await pause(60);
  }
}

/** Interrupts a command while the answer to its first call of a path is held back. */
async function interruptedAt(path: string) {
  const { email, secret, desk } = await invited();
  let [release, hold] = [(): void => undefined, (): void => undefined];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  answered = async (answer, one) => {
    if (one.path !== path) return answer;
    hold();
    await released;
    return answer;
  };
  const running = desk.begin(['accept', 'Ada'], { input: `${office.url}/activate#token=${secret}\n` });
  await held;
  running.child.kill('SIGINT');
  await idle(running.child.pid);
  release();
  return { email, desk, result: await running.ended };
}

test('the command line keeps the new token when Ctrl-C comes after the invitation was used', async () => {
  const { email, desk, result } = await interruptedAt('/api/v1/tokens');
  expect(result).toMatchObject({ code: 0, err: expect.stringMatching(/^No file can be opened yet: [^\n]*\n$/) });
  expect(await desk.json(['whoami'])).toMatchObject({ email });
});

test('the command line reports that it may have worked when Ctrl-C comes while the invitation is used', async () => {
  const { result } = await interruptedAt(ACCEPT);
  expect(result).toMatchObject({ code: 130, out: '' });
  expect(result.err).toMatch(/^strongroom: interrupted[^\n]*may have worked/);
});
