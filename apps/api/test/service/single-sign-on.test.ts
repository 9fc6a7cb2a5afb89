import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { instant } from '@strongroom/domain';
import { BrowserByHand, OWN_PAGE } from '@strongroom/test-servers/browser-by-hand';
import { CLIENT_SECRET, IdentityProviderProcess, roomService } from '@strongroom/test-servers/identity-provider';
import { build, ROOT } from '../support/built.ts';
import { mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

/** Sign-in with a real identity provider (`oidc-provider`) in a process of its own. */

const MAIN = join(ROOT, 'apps/cli/dist/main.js');

let world: World;
let provider: IdentityProviderProcess;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  await build();
  provider = await IdentityProviderProcess.make();
  world = await startService({
    ports: (memory) => ({ ...memory, clock: { ...memory.clock, now: () => instant(memory.clock.now() + ahead) } }),
    identity: { issuer: provider.issuer, clientSecret: CLIENT_SECRET },
  });
  await provider.start([roomService(world.url)]);
}, 120_000);
afterAll(async () => {
  await provider.stop();
  await world.stop();
});

const ownSession = (browser: BrowserByHand) => browser.ask(`${world.url}/api/v1/me`, { headers: OWN_PAGE });

/** Links a person of the provider to a new user. */
async function links(browser: BrowserByHand, email: string, person = 'ada'): Promise<void> {
  await world.owner.post('/users/invite', { email, role: 'member' });
  const invitation = await mailedSecret(world, email);
  const begun = await browser.ask(`${world.url}/sign-in/oidc`, {
    method: 'POST',
    headers: OWN_PAGE,
    body: new URLSearchParams({ invitation }),
  });
  const { data } = (await begun.json()) as { data: { url: string } };
  const address = `${data.url}&login_hint=${person}`;
  const page = await (await browser.follow(address)).text();
  // The provider knows them by another address.
  expect([page.includes(`${person}@example.com`), page.includes(email)]).toEqual([true, true]);
  expect(await browser.presses(page, world.url)).toBe(`${world.url}/rooms`);
}

/** The address to which a program's browser is led, after its person has agreed. */
async function codeFor(browser: BrowserByHand, begin: string): Promise<URL> {
  const page = await (await browser.follow(begin)).text();
  expect(page).toContain('Sign in the program on port 4711 of this computer as <strong>invited@example.org</strong>?');
  return new URL(await browser.presses(page, world.url));
}

test('an invited person signs in by the provider, in another browser too, and its logout ends both sessions there', async () => {
  const browser = new BrowserByHand();
  await links(browser, 'invited@example.org');
  const me = (await (await ownSession(browser)).json()) as { data: unknown };
  expect(me.data).toMatchObject({ email: 'invited@example.org', name: 'Person ada', status: 'active' });

  const second = new BrowserByHand();
  const done = await second.follow(
    `${world.url}/sign-in/oidc?to=/activity`,
    (next) => next === `${world.url}/activity`,
  );
  expect(done.status).toBe(302);
  expect((await ownSession(second)).status).toBe(200);

  // The provider's own page of signing out, whose form the browser sends.
  const page = await (await browser.ask(`${provider.issuer}/session/end`)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await browser.ask(`${provider.issuer}/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  for (const until = Date.now() + 60_000; (await ownSession(browser)).ok && Date.now() < until; );
  expect((await ownSession(browser)).status).toBe(401);
  expect((await ownSession(second)).status).toBe(200);
});

test('a program gets its session by a loopback address, and its code works for no other program', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({ port: '4711', state, challenge });
  const address = await codeFor(new BrowserByHand(), `${world.url}/sign-in/oidc?${query}`);
  expect(address.origin).toBe('http://127.0.0.1:4711');
  const back = address.searchParams;
  expect(back.get('state')).toBe(state);
  const exchange = (code_verifier: string) =>
    fetch(`${world.url}/sign-in/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ code: back.get('code') ?? '', code_verifier }),
    });
  expect((await exchange('another')).status).toBe(403);
  const { data } = (await (await exchange(verifier)).json()) as { data: { token: string } };
  expect((await world.visitor.as(data.token).get('/me')).body.data).toMatchObject({ email: 'invited@example.org' });
  // A copy of the code is refused, however often it is sent.
  const copies = await Promise.all(Array.from({ length: 20 }, () => exchange(verifier)));
  expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([403]));
});

test('one of many uses of one code at the same time gets the session', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ port: '4711', state: 'x'.repeat(22), challenge });
  const code =
    (await codeFor(new BrowserByHand(), `${world.url}/sign-in/oidc?${query}`)).searchParams.get('code') ?? '';
  const body = () => new URLSearchParams({ code, code_verifier: verifier });
  const uses = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${world.url}/sign-in/oidc/token`, { method: 'POST', body: body() })),
  );
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('no other page, no other browser, and no older page signs a program in', async () => {
  const query = new URLSearchParams({ port: '4711', state: 'x'.repeat(22), challenge: 'x'.repeat(43) });
  const begin = `${world.url}/sign-in/oidc?${query}`;
  const browser = new BrowserByHand();
  const page = await (await browser.follow(begin)).text();
  const state = /name="state" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const confirm = (by: BrowserByHand, headers: Readonly<Record<string, string>>, sent = state) =>
    by.ask(`${world.url}/sign-in/oidc/confirm`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ state: sent }),
    });
  const own = { Origin: world.url };
  for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'same-site', ...own }])
    expect((await confirm(browser, headers)).status).toBe(404);
  expect((await confirm(new BrowserByHand(), own)).status).toBe(403);
  // A sign-in that was begun later in the same browser has the cookie now.
  await browser.follow(begin);
  expect((await confirm(browser, own)).status).toBe(403);
  expect((await world.owner.get('/audit-events?type=session.started&per_page=1')).body.data[0].data.way).toBe('oidc');
});

test('a sign-in ends after ten minutes of the service’s clock, and the code of a program after one', async () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const query = new URLSearchParams({ port: '4711', state: 'x'.repeat(22), challenge });
  const begin = `${world.url}/sign-in/oidc?${query}`;
  const browser = new BrowserByHand();
  const sent = await browser.follow(begin, (next) => next.startsWith(`${world.url}/sign-in/oidc/callback`));
  const callback = sent.headers.get('location') ?? '';
  ahead = 601_000;
  try {
    const late = await browser.ask(callback);
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('within the last ten minutes')]);
  } finally {
    ahead = 0;
  }
  const code = (await codeFor(browser, begin)).searchParams.get('code') ?? '';
  const exchange = () =>
    fetch(`${world.url}/sign-in/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ code, code_verifier: verifier }),
    });
  ahead = 61_000;
  try {
    expect((await exchange()).status).toBe(403);
  } finally {
    ahead = 0;
  }
  expect((await exchange()).status).toBe(200);
});

test('the command line signs in with a browser', async () => {
  const home = await mkdtemp(join(tmpdir(), 'strongroom-browser-'));
  const [signedIn, none] = [new BrowserByHand(), await startService()];
  try {
    await links(signedIn, 'at-a-terminal@example.org', 'eve');
    const login = (url: string) =>
      spawn(process.execPath, [MAIN, 'login', url, '--browser'], {
        env: { HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const child = login(world.url);
    const ended = once(child, 'close');
    let said = '';
    const address = await new Promise<string>((resolve) => {
      child.stderr.on('data', (piece: Buffer) => {
        said += piece.toString();
        const found = /^http.*$/m.exec(said)?.[0];
        if (found !== undefined && said.endsWith('\n')) resolve(found);
      });
    });
    // Other programs and pages may come to the port, too.
    const loopback = `http://127.0.0.1:${new URL(address).searchParams.get('port')}`;
    expect((await fetch(`${loopback}/?code=x&state=wrong`)).status).toBe(404);
    const asked = await (await signedIn.follow(address)).text();
    const back = await signedIn.presses(asked, world.url);
    expect(await (await signedIn.ask(back)).text()).toContain('You can close this window');
    expect(await ended).toEqual([0, null]);
    const config = await readFile(join(home, '.config/strongroom/config.json'), 'utf8');
    const token = /srt_\w+/.exec(config)?.[0] ?? '';
    expect((await world.visitor.as(token).get('/me')).body.data).toMatchObject({ email: 'at-a-terminal@example.org' });

    const [code] = (await once(login(none.url), 'close')) as [number];
    expect(code).toBe(1);
  } finally {
    await none.stop();
    await rm(home, { recursive: true });
  }
});

test('the service continues when the provider comes back with other keys', async () => {
  await provider.restart();
  const browser = new BrowserByHand();
  let done = await browser.follow(`${world.url}/sign-in/oidc`, (next) => next === `${world.url}/rooms`);
  // The keys are asked for again at most every two seconds, and an address may not try without pause.
  for (let tries = 0; done.status !== 302 && tries < 15; tries++) {
    await pause(2000);
    done = await browser.follow(`${world.url}/sign-in/oidc`, (next) => next === `${world.url}/rooms`);
  }
  expect(done.status).toBe(302);
  expect((await ownSession(browser)).status).toBe(200);
});
