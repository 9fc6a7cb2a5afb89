import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CallFailed, type OutgoingCall } from '@strongroom/ports';
import type { Browser, Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { eventually } from '../support/service-process.ts';
import { expectFine, loaded, PASSWORD, signedIn, tabOf } from './tab.ts';

const HOST = 'hooks.example.com';
const URL_OF_RECEIVER = `https://${HOST}/secret-path`;

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let taken: OutgoingCall[] = [];
let answer: () => { status: number; body: string };

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  const calls = {
    post: async (call: OutgoingCall) => {
      taken.push(call);
      return answer();
    },
  };
  [browser, world] = await Promise.all([startBrowser(), startService({ ports: (memory) => ({ ...memory, calls }) })]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
}, 2 * TEST_TIMEOUT_MS);
afterEach(async () => {
  taken = [];
  await tab.clear();
});
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('alertdialog');
const line = (): Locator => page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');

const deliveries = (): Locator => page.getByRole('list', { name: 'Deliveries' });

async function choose(action: string): Promise<void> {
  await button(`Actions for ${HOST}`).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function shownSecret(): Promise<string> {
  await dialog().getByText('shown this once').waitFor();
  const secret = await dialog().locator('.secret code').innerText();
  await button('I have stored it').click();
  await dialog().waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(secret);
  return secret;
}

const verifies = (secret: string, { headers, body }: OutgoingCall): unknown =>
  new Webhook(secret).verify(body, { ...headers });

describe('the webhooks of a room', () => {
  test('are made with chosen events, tried, rotated and deleted in its settings', async () => {
    answer = () => ({ status: 204, body: '' });
    const room = await aRoom(world.owner);
    await page.goto(`${world.url}/rooms/${room}/settings`);
    await button('New webhook').click();
    await dialog().getByLabel('Address of the receiver').fill(URL_OF_RECEIVER);
    await dialog().getByText('Only events that I choose').click();
    expect(await button('Make the webhook').isDisabled()).toBe(true);
    expect(await dialog().getByText('user.role_changed').count()).toBe(0);
    const members = dialog().getByRole('group', { name: 'Members' });
    await members.getByRole('button', { name: 'All of this kind: Members' }).click();
    expect(await members.getByRole('checkbox', { checked: false }).count()).toBe(0);
    await members.getByRole('button', { name: 'None of this kind: Members' }).click();
    expect(await members.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await dialog().getByText('file.confirmed', { exact: true }).click();
    await dialog().getByText('member.added', { exact: true }).click();
    await expectFine(page);
    await button('Make the webhook').click();
    const secret = await shownSecret();
    expect((await world.owner.get(`/webhooks?room_id=${room}`)).body.data).toMatchObject([
      { url: URL_OF_RECEIVER, types: ['file.confirmed', 'member.added'], room_id: room },
    ]);
    await line().getByText('2 types of events · nothing sent yet').waitFor();
    expect(await line().textContent()).not.toContain('secret-path');

    await choose('Last deliveries');
    await page.getByText('Nothing was sent yet.').waitFor();
    await button('Send a test').click();
    await deliveries().getByText('taken (204)').waitFor();
    await expectFine(page);
    expect(taken.map((call) => verifies(secret, call))).toMatchObject([{ type: 'webhook.test' }]);
    await button('Close').click();
    await line().getByText('2 types of events · taken (204)').waitFor();

    await button(`Try now: ${HOST}`).click();
    await line()
      .getByText(/^The test arrived: taken \(204\), after \d/u)
      .waitFor();
    answer = () => ({ status: 503, body: '' });
    await button(`Try now: ${HOST}`).click();
    await line()
      .getByText(/^The test failed: answered 503, after \d/u)
      .waitFor();
    await expectFine(page);
    expect(taken.map((call) => verifies(secret, call))).toMatchObject(
      Array.from({ length: 3 }, () => ({ type: 'webhook.test' })),
    );

    await choose('New secret');
    await dialog().getByText('For a day each message has two signatures').waitFor();
    await button('Make the secret').click();
    const another = await shownSecret();
    expect(another).not.toBe(secret);

    await choose('Delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await line().waitFor({ state: 'detached' });
    expect((await world.owner.get(`/webhooks?room_id=${room}`)).body.data).toEqual([]);
  });

  test('get an event again, whose answer is shown, and another address', async () => {
    answer = () => ({ status: 500, body: 'out of <b>order' });
    const room = await aRoom(world.owner);
    const body = { url: URL_OF_RECEIVER, types: ['room.edited'], room_id: room };
    const { id } = (await world.owner.post('/webhooks', body)).body.data;
    const [event] = (await world.owner.get(`/audit-events?room_id=${room}&type=room.created`)).body.data;
    await world.owner.post(`/webhooks/${id}/deliveries`, { event_id: event.id });
    await page.goto(`${world.url}/rooms/${room}/settings`);
    await choose('Last deliveries');
    await deliveries().getByText('answered 500').waitFor();
    await page.getByText('out of <b>order').waitFor();
    answer = () => {
      throw new CallFailed('address_refused');
    };
    await button('Send again: room.created').click();
    await deliveries().getByText('the operator allows no such address', { exact: true }).waitFor();
    expect(taken.map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    await deliveries().getByText('2 attempts').click();
    expect(await deliveries().locator('details li').allInnerTexts()).toEqual([
      expect.stringMatching(/ · the operator allows no such address$/u),
      expect.stringMatching(/ · answered 500$/u),
    ]);
    await expectFine(page);
    await button('Close').click();

    await choose('Change address or events');
    expect(await dialog().getByRole('checkbox', { name: 'room.edited' }).isChecked()).toBe(true);
    await dialog().getByLabel('Address of the receiver').fill('https://another.example.com/x');
    await dialog().getByText('Every event that I may see').click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await line().getByText('another.example.com').waitFor();
    expect((await world.owner.get(`/webhooks?room_id=${room}`)).body.data).toMatchObject([
      { url: 'https://another.example.com/x', types: null },
    ]);
  });

  test('are made by keyboard alone, and a wrong address is explained', async () => {
    const room = await aRoom(world.owner);
    const { keyboard } = page;
    await page.goto(`${world.url}/rooms/${room}/settings`);
    await button('New webhook').focus();
    await keyboard.press('Enter');
    await dialog().waitFor();
    await keyboard.press('Enter');
    await dialog().getByText('The address must be like https://hooks.example.com').waitFor();
    await keyboard.type(HOST);
    await keyboard.press('Enter');
    await dialog().getByText('The address must be like https://hooks.example.com').waitFor();
    await expectFine(page);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type(URL_OF_RECEIVER);
    await keyboard.press('Enter');
    await dialog().getByText('shown this once').waitFor();
    await button('I have stored it').focus();
    await keyboard.press('Enter');
    await line().waitFor();
    expect((await world.owner.get(`/webhooks?room_id=${room}`)).body.data).toHaveLength(1);
  });
});

describe('the page of other systems', () => {
  test('makes webhooks of the organisation, and directory tokens that open the directory alone', async () => {
    answer = () => ({ status: 200, body: 'ok' });
    const long = `https://${'receiver'.repeat(7)}.example.com/x`;
    const { id } = (await world.owner.post('/webhooks', { url: long })).body.data;
    await page.goto(`${world.url}/rooms`);
    await page.getByRole('link', { name: 'Other systems' }).click();
    await line().waitFor();
    await expectFine(page);
    await world.owner.delete(`/webhooks/${id}`);
    await page.reload();
    await loaded(page);
    await button('New webhook').click();
    await dialog().getByLabel('Address of the receiver').fill(URL_OF_RECEIVER);
    await button('Make the webhook').click();
    await shownSecret();
    await line().getByText('every event').waitFor();

    await button('New directory token').click();
    await dialog().getByLabel('Name').fill('Entra ID');
    await expectFine(page);
    await button('Make the token').click();
    const token = await shownSecret();
    const lines = page.getByRole('list', { name: 'Directory tokens' }).getByRole('listitem');
    await lines.getByText('Entra ID').waitFor();
    await expectFine(page);
    const users = (): Promise<Response> =>
      fetch(`${world.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } });
    expect((await users()).status).toBe(200);
    expect((await world.visitor.as(token).get('/rooms')).status).toBe(403);

    await button('End Entra ID').click();
    await dialog().getByRole('button', { name: 'End' }).click();
    await lines.waitFor({ state: 'detached' });
    expect((await users()).status).toBe(401);
  });

  test('marks the menu and the page of the service while a receiver takes no events', async () => {
    answer = () => ({ status: 500, body: 'out of order' });
    const { id } = (await world.owner.post('/webhooks', { url: URL_OF_RECEIVER })).body.data;
    await aRoom(world.owner);
    await eventually('a failed delivery', async () => {
      const [found] = (await world.owner.get('/webhooks')).body.data;
      return found.failing_since === null ? undefined : found;
    });
    await page.goto(`${world.url}/status`);
    await page.getByRole('link', { name: 'Other systems ! 1 webhook fails' }).waitFor();
    await page.getByText('1 failing').waitFor();
    await page.getByText(/^\d[\d\s]* events? signed up to now$/).waitFor();
    await expectFine(page);
    await page.getByRole('link', { name: '1 receiver without events' }).click();
    await line().getByText('failing', { exact: true }).waitFor();
    await world.owner.delete(`/webhooks/${id}`);
    await page.reload();
    await page.getByRole('link', { name: 'Other systems', exact: true }).waitFor();
    expect(await page.locator('.mark.failing').count()).toBe(0);
  });

  test('is there for administrators alone', async () => {
    const open = async (person: Person): Promise<string> => {
      const own = await tabOf(browser, world.url, person);
      await own.page.goto(`${world.url}/systems`);
      await loaded(own.page);
      const heading = await own.page.getByRole('heading', { level: 1 }).innerText();
      await own.clear();
      await own.page.context().close();
      return heading;
    };
    expect(await open(await aPerson(world, 'domain_admin'))).toBe('Other systems');
    expect(await open(await aPerson(world, 'member'))).not.toBe('Other systems');
  });
});
