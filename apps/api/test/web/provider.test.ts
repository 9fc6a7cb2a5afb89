import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CLIENT_SECRET, IdentityProviderProcess, roomService } from '@strongroom/test-servers/identity-provider';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

/** Sign-in with a real identity provider (`oidc-provider`) in a process of its own, in a real browser. */

const EMAIL = 'owner@strongroom.local';

let browser: Browser;
let world: World;
let provider: IdentityProviderProcess;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  provider = await IdentityProviderProcess.make();
  const identity = { issuer: provider.issuer, clientSecret: CLIENT_SECRET };
  [browser, world] = await Promise.all([startBrowser(), startService({ identity })]);
  await provider.start([roomService(world.url)]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
});
afterAll(async () => {
  await Promise.all([browser.close(), provider.stop()]);
  await world.stop();
});

test('a person links the account of their organisation on the account page, and signs in with it from then on', async () => {
  const stranger = await openTab(browser);
  await stranger.page.goto(world.url);
  await stranger.page.getByRole('button', { name: 'Sign in with your organisation’s account' }).waitFor();
  await expectFine(stranger.page);
  await stranger.page.getByRole('button', { name: 'Sign in with your organisation’s account' }).click();
  // The provider knows them, and no user is linked to them yet.
  await stranger.page.getByText('No user is linked to this person.').waitFor();

  const { page } = await signedIn(browser, world.url, EMAIL);
  await page.goto(`${world.url}/account`);
  await loaded(page);
  await expectFine(page);
  await page.getByRole('button', { name: 'Use your organisation’s account' }).click();
  // The provider knows them by another address.
  await page.getByText('ada@example.com').waitFor();
  await page.getByText(EMAIL).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Both are mine: link them' }).click();
  await page.waitForURL(`${world.url}/account`);
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();

  const later = await openTab(browser);
  await later.page.goto(world.url);
  await later.page.getByRole('button', { name: 'Sign in with your organisation’s account' }).click();
  await later.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  await later.page.goto(`${world.url}/account`);
  await later.page.getByText(EMAIL).first().waitFor();
  const newest = await world.owner.get('/audit-events?type=session.started&per_page=1');
  expect(newest.body.data[0].data).toEqual({ way: 'oidc' });

  // They unlink it again: the sessions that began with it end, and the provider no longer lets them in.
  await later.page.getByRole('button', { name: 'Unlink it' }).click();
  await expectFine(later.page);
  await later.page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await later.page.getByRole('button', { name: 'Sign in with your organisation’s account' }).click();
  await later.page.getByText(/No user is linked to this person|not linked to this person/).waitFor();
  expect((await world.owner.get('/me')).body.data).toMatchObject({ identity_linked: false });
  const again = await signedIn(browser, world.url, EMAIL);
  await again.page.goto(`${world.url}/account`);
  await again.page.getByRole('button', { name: 'Use your organisation’s account' }).waitFor();
});

const byProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with your organisation’s account' });

/** A tab whose person is another one of the provider than those of other tests. */
async function tabNamed(name: string) {
  const tab = await openTab(browser);
  await tab.page.route(`${provider.issuer}/auth?*`, async (route) => {
    const headers = { Location: `${route.request().url()}&login_hint=${name}` };
    await (route.request().url().includes('login_hint') ? route.continue() : route.fulfill({ status: 302, headers }));
  });
  return tab;
}

test('a person who follows the link of another one sees whose account it is, twice, and links nothing', async () => {
  const email = 'mallory@example.org';
  const mallory = (await world.owner.post('/users/invite', { email, role: 'member' })).body.data;
  const first = await mailedSecret(world, email);
  await world.visitor.post('/invitations/accept', { token: first, name: 'Mallory', password: PASSWORD });
  await world.owner.post(`/users/${mallory.id}/activation-link`);
  const vera = await tabNamed('vera');
  // Whatever the sender adds to the link or cuts off.
  await vera.page.goto(`${world.url}/activate#token=${await mailedSecret(world, email)}`);
  await vera.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await vera.page.getByText(`This link is for the account of ${email}.`).waitFor();
  await expectFine(vera.page);
  await vera.page.getByRole('button', { name: 'Use your organisation’s account' }).click();
  await vera.page.getByRole('heading', { name: 'Are both of these yours?' }).waitFor();
  await vera.page.getByText('vera@example.com').waitFor();
  await vera.page.getByText(email).waitFor();
  await expectFine(vera.page);
  await vera.page.getByRole('link', { name: 'No: link nothing' }).click();
  await byProvider(vera.page).click();
  await vera.page.getByText('No user is linked to this person.').waitFor();
  const linked = (await world.owner.get('/audit-events?type=user.identity_linked')).body.data;
  expect(linked.map(({ target }: { target: { id: string } }) => target.id)).not.toContain(mallory.id);
});

test('an administrator unlinks a person on the page of people, whose sessions by it end', async () => {
  const email = 'bea@example.com';
  const { id } = (await world.owner.post('/users/invite', { email, role: 'member' })).body.data;
  const person = await tabNamed('bea');
  await person.page.goto(`${world.url}/activate#token=${await mailedSecret(world, email)}`);
  await person.page.getByRole('button', { name: 'Use your organisation’s account' }).click();
  await person.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();

  const { page } = await signedIn(browser, world.url, EMAIL);
  await page.goto(`${world.url}/people?find=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: email }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sessions and API tokens' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^End the session of/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Unlink it' }).click();
  await page.getByText('Not linked any more.').waitFor();
  await dialog.getByText('Not signed in anywhere').waitFor();

  await person.page.goto(`${world.url}/rooms`);
  await byProvider(person.page).click();
  await person.page.getByText('No user is linked to this person.').waitFor();
  const [event] = (await world.owner.get('/audit-events?type=user.identity_unlinked&per_page=1')).body.data;
  expect(event.target).toMatchObject({ id });
});
