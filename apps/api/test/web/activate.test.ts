import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { systemClock } from '@strongroom/adapter-local';
import { HOUR, plus } from '@strongroom/domain';
import type { Browser, Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { Traces } from '../pages/traces.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, aRoom, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { pressSlowly } from './tab.ts';

const PASSWORD = 'correct horse battery staple';

let browser: Browser | undefined;
let world: World;
let tab: Tab | undefined;
let page: Page;
let ahead = 0;
let made = 0;
const traces = new Traces();

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  const clock = { ...systemClock, now: () => plus(systemClock.now(), ahead) };
  await buildPages();
  browser = await startBrowser();
  world = await startService({ log: traces.log, ports: (memory) => ({ ...memory, clock }) });
  tab = await openTab(browser);
  page = tab.page;
});
afterEach(async () => {
  ahead = 0;
  await page.context().clearCookies();
  await tab?.clear();
});
afterAll(async () => {
  traces.stop();
  // Without a browser nothing else was started, and only that error is of interest.
  if (browser === undefined) return;
  await Promise.all([browser.close(), world.stop()]);
});

type Invited = Readonly<{ email: string; secret: string; link: string }>;

async function invited(email = `invited-${made++}@example.com`): Promise<Invited> {
  expect((await world.owner.post('/users/invite', { email, role: 'member' })).status).toBeLessThan(300);
  const secret = await mailedSecret(world, email);
  return { email, secret, link: `${world.url}/activate#token=${secret}` };
}

const alert = () => page.getByRole('alert').innerText();
const arrived = () => page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();

const send = () => page.getByRole('button', { name: /^(Activate|Set the password)$/ });

/** Fills in the form and sends it. */
async function activate(name = 'Ada', password = PASSWORD): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await send().click();
}

/** The message of the page for a link that does not work, which it shows instead of a form. */
async function refusalOf(link: string): Promise<string | null> {
  await page.goto('about:blank');
  await page.goto(link);
  const said = await alert();
  expect(await page.getByLabel('Name').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  return said;
}

describe('a link for a user who was active before', () => {
  const recovered = async () => {
    const { email, link } = await invited();
    await page.goto('about:blank');
    await page.goto(link);
    await activate();
    await arrived();
    const { token, user } = (await world.visitor.post('/sessions', { email, password: PASSWORD })).body.data;
    const mine = (await world.visitor.as(token).post('/tokens', { name: 'made before' })).body.data.token;
    ahead += HOUR;
    expect((await world.owner.post(`/users/${user.id}/activation-link`)).status).toBe(200);
    const secret = await mailedSecret(world, email);
    await page.goto('about:blank');
    await page.goto(`${world.url}/activate#token=${secret}`);
    return {
      box: page.getByLabel('Revoke all my API tokens'),
      status: async () => (await world.visitor.as(mine).get('/me')).status,
    };
  };

  test('revokes their API tokens, unless they choose to keep them', async () => {
    const first = await recovered();
    expect(await first.box.isChecked()).toBe(true);
    await activate();
    await arrived();
    expect(await first.status()).toBe(401);
    const second = await recovered();
    await page.getByText('Revoke all my API tokens').click();
    await activate();
    await arrived();
    expect(await second.status()).toBe(200);
  });

  test('shows no such choice to a new user', async () => {
    const { link } = await invited();
    await page.goto(link);
    expect(await page.getByLabel('Revoke all my API tokens').isVisible()).toBe(false);
  });
});

describe('a link', () => {
  test('suffices to activate and signs in, with the keyboard alone', async () => {
    const { email, link } = await invited();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Activate your account' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    const { keyboard } = page;
    // The first field has the focus.
    await keyboard.type('Ada Lovelace');
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Show password');
    await keyboard.press('Space');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await arrived();
    await page.getByText(`Welcome, Ada Lovelace. From now on you sign in with ${email}`).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect((await world.visitor.post('/sessions', { email, password: PASSWORD })).body.data.user.name).toBe(
      'Ada Lovelace',
    );
  });

  test('says who invites to what, and until when', async () => {
    const { link } = await invited();
    await page.goto(link);
    const { email: by } = (await world.owner.get('/me')).body.data;
    await page.getByText(`${by} invites you to the data rooms at ${new URL(world.url).host}.`).waitFor();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
    const [earliest, latest] = [72 * HOUR - 60_000, 72 * HOUR].map((time) => day.format(Date.now() + time));
    const said = (await page.getByText(/^This link works once, until/).textContent()) ?? '';
    expect([earliest, latest].some((text) => text !== undefined && said.includes(text))).toBe(true);
    expect(said).toContain('ask the person whom the mail names');
  });

  test('names the room and its inviter, and leads into it', async () => {
    const owner = await aPerson(world);
    const room = await aRoom(owner.caller);
    const email = `invited-${made++}@example.com`;
    expect((await owner.caller.post(`/rooms/${room}/invitations`, { email, role: 'viewer' })).status).toBe(201);
    const [{ name: inviter }, { name: place }] = [
      (await owner.caller.get('/me')).body.data,
      (await owner.caller.get(`/rooms/${room}`)).body.data,
    ];
    await page.goto(`${world.url}/activate#token=${await mailedSecret(world, email)}`);
    await page.getByText(`${inviter} (${owner.email}) invites you to the data room "${place}" at `).waitFor();
    expect(await barriers(page)).toEqual([]);
    await activate();
    await page.getByRole('heading', { name: place, level: 1 }).waitFor();
    expect(page.url()).toBe(`${world.url}/rooms/${room}`);
  });

  test('leaves its secret in no address, header or log, nor in the browser', async () => {
    const { secret, link } = await invited();
    const before = Number(await page.evaluate('history.length'));
    await page.goto(link);
    await page.getByLabel('Name').waitFor();
    expect(page.url()).toBe(`${world.url}/activate`);
    expect(await page.evaluate('history.length')).toBe(before + 1);
    await activate();
    await arrived();
    expect(traces.requests.join()).toContain('POST /api/v1/invitations/accept');
    for (const hidden of [secret, PASSWORD]) expect(traces.of(hidden)).toEqual([]);
    expect(traces.of('referer:')).toEqual([]);
    // Checks the search itself: it finds a text that does leave a trace.
    expect(traces.of('/activate')).not.toEqual([]);
    expect(
      await page.evaluate('document.cookie + JSON.stringify([{...localStorage}, {...sessionStorage}])'),
    ).not.toMatch(/sr[ist]_/);
  });

  test('replaces another link in the same tab', async () => {
    await page.goto(`${world.url}/activate`);
    const { link, secret } = await invited();
    await page.goto(link);
    await page.getByLabel('Name').waitFor();
    expect(page.url()).not.toContain(secret);
    expect(await page.getByRole('alert').count()).toBe(0);
    await activate();
    await arrived();
  });
});

describe('a link that does not work says why', () => {
  test('if it is missing', async () => {
    await page.goto(`${world.url}/activate`);
    expect(await alert()).toMatch(/^Open this page with the link from your invitation mail\. After a reload/);
    expect(await page.getByLabel('Name').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
  });

  test('if it is mistyped', async () => {
    expect(await refusalOf(`${world.url}/activate#token=sri_nonsense`)).toBe(
      'This invitation is not known. Copy the whole link of the mail, or ask for a new one.',
    );
  });

  test('if it is late', async () => {
    const { link } = await invited();
    ahead = 73 * HOUR;
    expect(await refusalOf(link)).toBe('The invitation has expired. Ask for a new one.');
  });

  test('if it is used', async () => {
    const { link } = await invited();
    await page.goto(link);
    await activate();
    await arrived();
    await page.context().clearCookies();
    await tab?.clear();
    expect(await refusalOf(link)).toBe('The invitation was used already. Sign in instead.');
    await page.getByRole('link', { name: 'Go to the sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('if it was used meanwhile, in another tab', async () => {
    const { link, secret } = await invited();
    await page.goto(link);
    await page.getByLabel('Name').waitFor();
    await world.visitor.post('/invitations/accept', { token: secret, name: 'Ada', password: PASSWORD });
    await activate();
    await send().waitFor({ state: 'hidden' });
    expect(await alert()).toBe('The invitation was used already. Sign in instead.');
  });

  test('if a newer one replaced it', async () => {
    const { email, link } = await invited();
    const [user] = (await world.owner.get(`/users?email=${email}`)).body.data;
    await world.owner.post(`/users/${user.id}/deactivate`);
    await world.owner.post(`/users/${user.id}/reactivate`);
    await invited(email);
    expect(await refusalOf(link)).toBe(
      'The invitation was withdrawn, or replaced by a newer one. Look for a later mail.',
    );
  });
});

describe('an invalid entry', () => {
  test('is reported at its field, which gets the focus, and the link stays usable', async () => {
    const { link } = await invited();
    await page.goto(link);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password', { exact: true }).pressSequentially('short');
    await page.keyboard.press('Enter');
    await page.locator('.field-error').waitFor();
    expect(await page.locator('.field-error').allTextContents()).toEqual(['Type at least 12 characters.']);
    expect(await page.evaluate('document.activeElement.type')).toBe('password');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Name').fill('\u202eevil');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await pressSlowly(send());
    await page.getByRole('alert').getByText('The name holds characters that cannot be seen').waitFor();
    await activate();
    await arrived();
  });

  test('is kept when the service cannot be reached', async () => {
    const { link } = await invited();
    await page.goto(link);
    await page.getByLabel('Name').waitFor();
    await page.context().setOffline(true);
    await activate();
    await page.getByRole('alert').getByText('could not be reached').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
    await page.context().setOffline(false);
    await send().click();
    await arrived();
  });
});

test('a page that cannot learn whose link it is asks for nothing, and tries again', async () => {
  const { link, email } = await invited();
  await page.route('**/api/v1/invitations/find', (route) => route.abort());
  await page.goto(link);
  await page.getByRole('alert').getByText('could not be reached').waitFor();
  expect(await page.getByLabel('Name').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.unroute('**/api/v1/invitations/find');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(`This link is for the account of ${email}.`).waitFor();
  await activate();
  await arrived();
});

test('the page fits a narrow screen and is accessible in the dark', async () => {
  const { link } = await invited();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(link);
  await activate('A'.repeat(300));
  await page.getByRole('alert').getByText('characters at most').waitFor();
  expect([await fits(page), await barriers(page)]).toEqual([true, []]);
});
