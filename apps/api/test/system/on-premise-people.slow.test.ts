import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePorts } from '@strongroom/test-servers/free-port';
import type { Browser } from 'playwright-core';
import { Desk } from '../cli/desk.ts';
import { auditKeyFile } from '../support/audit-key-file.ts';
import { startBrowser } from '../support/browser.ts';
import { buildPages, ROOT } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { KeyProcess } from '../support/key-process.ts';
import { OnPremise } from '../support/on-premise.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { loaded, PASSWORD, signedIn } from '../web/tab.ts';

/**
 * The whole set of an organisation that keeps everything itself, used by people with the programs that they have: two machines
 * on PostgreSQL, an S3 server, an HSM with two tokens, and a key service.
 */
jest.setTimeout(240_000);

const [OLD, NEW] = [1, 2].map(() => randomBytes(32).toString('base64url')) as [string, string];

let at: OnPremise;
let place: Place;
let keys: KeyProcess;
let machines: readonly [ServiceProcess, ServiceProcess];
/** Starts one of the machines with these keys of grants; its place does not change. */
let machine: (index: 0 | 1, grantKeys: string) => Promise<ServiceProcess>;
let folder: string;
let owner: Caller;

beforeAll(async () => {
  await buildPages();
  [at, place, folder] = await Promise.all([
    OnPremise.start({ tokens: 2 }),
    Place.make(),
    mkdtemp(join(tmpdir(), 'strongroom-people-')),
  ]);
  const [port = 0, other = 0, ofKeys = 0] = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  machine = (index, grantKeys) =>
    place.start({
      ...at.settings,
      PORT: String(index === 0 ? port : other),
      STRONGROOM_PUBLIC_URL: url,
      STRONGROOM_KEY_SERVICE_URL: `http://127.0.0.1:${ofKeys}`,
      STRONGROOM_GRANT_KEY: grantKeys,
      STRONGROOM_DATA_DIR: join(place.folder, `machine-${index}`),
      STRONGROOM_AUDIT_KEY: at.settings['STRONGROOM_AUDIT_KEY'] ?? auditKeyFile(),
    });
  machines = [await machine(0, OLD), await machine(1, OLD)];
  keys = await KeyProcess.start(ofKeys, {
    ...at.hsm.settings,
    ...at.hsm.keySettings,
    STRONGROOM_KEY_SERVICE_ROOM_SERVICE: url,
    STRONGROOM_KEY_SERVICE_DATA_DIR: join(place.folder, 'key-service'),
  });
  owner = machines[0].as(at.settings['STRONGROOM_OWNER_TOKEN']);
}, 600_000);
afterAll(async () => {
  await keys?.end();
  await place?.end();
  await at?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function aDesk(name: string, files: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const desk = new Desk(join(folder, name));
  await mkdir(desk.home, { mode: 0o700 });
  await desk.write(files);
  return desk;
}

const FILES = { 'deal/offer.txt': 'the offer', 'deal/annex/list.txt': 'the list' };

describe('with the command line', () => {
  test('people put, get and share by the key service, each machine serving what the other one took', async () => {
    await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));
    const bob = await aPerson(owner, join(place.folder, 'machine-0'));
    const rooms = await given(owner.get('/rooms'));
    await given(owner.post(`/rooms/${rooms[0].id}/members`, { user_id: bob.id, role: 'contributor' }));
    const [one, two] = [await aDesk('one', FILES), await aDesk('two')];
    await one.output(['login', machines[0].url], { input: bob.token });
    await two.output(['login', machines[1].url], { input: bob.token });
    expect(await one.json(['put', 'Falcon', 'deal'])).toMatchObject({ uploaded: 2, failed: 0 });
    expect(await two.json(['get', 'Falcon', '--to', 'back'])).toMatchObject({ downloaded: 2 });
    for (const [name, content] of Object.entries(FILES))
      expect(await readFile(join(two.home, 'back', name), 'utf8')).toBe(content);
    const link = (await two.output(['share', 'Falcon', 'deal/offer.txt'])).trim();
    const stranger = await aDesk('stranger');
    await stranger.output(['fetch', link]);
    expect(await readFile(join(stranger.home, 'offer.txt'), 'utf8')).toBe('the offer');
  });

  test('an operator puts and gets by `keys unwrap` with both tokens', async () => {
    const desk = await aDesk('operator', FILES);
    const { settings, keySettings } = at.hsm;
    const program = [
      process.execPath,
      join(ROOT, 'apps/admin/dist/main.js'),
      'keys',
      'unwrap',
      '--lines',
      '--outer-token',
      keySettings['STRONGROOM_KEY_SERVICE_OUTER_TOKEN'],
      '--outer-pin-file',
      keySettings['STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE'],
    ].join(' ');
    const env = { ...settings };
    await given(owner.post('/rooms', { name: 'Eagle', classification: 'C2' }));
    const token = at.settings['STRONGROOM_OWNER_TOKEN'] ?? '';
    await desk.output(['login', machines[0].url, '--unwrap-program', program], { input: token, env });
    expect(await desk.json(['put', 'Eagle', 'deal'], { env })).toMatchObject({ uploaded: 2, failed: 0 });
    expect(await desk.json(['get', 'Eagle', '--to', 'back'], { env })).toMatchObject({ downloaded: 2 });
    expect(await readFile(join(desk.home, 'back/deal/offer.txt'), 'utf8')).toBe('the offer');
  });
});

describe('with a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test('people upload, open, and save several files as one zip', async () => {
    await owner.post('/me/password', { new_password: PASSWORD });
    const { id } = await given(owner.post('/rooms', { name: 'Heron', classification: 'C2' }));
    const { page, clear } = await signedIn(browser, machines[0].url, 'owner@strongroom.local');
    // A test cannot answer the dialog of the browser that asks where to save.
    await page.addInitScript('delete window.showSaveFilePicker');
    await page.goto(`${machines[0].url}/rooms/${id}`);
    await loaded(page);
    const names = ['price.txt', 'terms.txt'];
    for (const name of names) await writeFile(join(folder, name), `${name} is 4711`);
    await page.getByTestId('files').setInputFiles(names.map((name) => join(folder, name)));
    await page.getByText('2 files in the room').waitFor();
    await page.getByRole('button', { name: 'Actions for price.txt' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe('price.txt is 4711');
    await page.locator('.files-head .check').click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as zip' }).click(),
    ]);
    const bytes = await readFile(await zip.path());
    for (const name of names) expect(bytes.includes(`${name} is 4711`)).toBe(true);
    await clear();
  });
});

test('a new key of grants comes in three deployments, machine by machine, without a refused file', async () => {
  const desks = [new Desk(join(folder, 'one')), new Desk(join(folder, 'two'))];
  let times = 0;
  const everybodyGets = async (): Promise<void> => {
    for (const desk of desks)
      expect(await desk.json(['get', 'Falcon', '--to', `again-${times++}`])).toMatchObject({ downloaded: 2 });
  };
  await everybodyGets();
  for (const keysOfStep of [`${OLD},${NEW}`, `${NEW},${OLD}`, NEW]) {
    for (const index of [0, 1] as const) {
      machines[index].signal('SIGTERM');
      await machines[index].ended();
      const again = await machine(index, keysOfStep);
      machines = index === 0 ? [again, machines[1]] : [machines[0], again];
      owner = machines[0].as(at.settings['STRONGROOM_OWNER_TOKEN']);
      await everybodyGets();
    }
    // As the command that prints the steps says: the new key is known before it signs.
    const isKnown = async () => (await keys.command('trust', 'show')).trim().split('\n').length === 2;
    await eventually('the new key', isKnown, 120_000);
  }
});

test('the key service has logged no warning, and a destroyed room opens no more', async () => {
  expect(keys.lines().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  const desk = new Desk(join(folder, 'two'));
  const rooms = await given(owner.get('/rooms'));
  const falcon = rooms.find(({ name }: Readonly<{ name: string }>) => name === 'Falcon');
  await given(owner.delete(`/rooms/${falcon.id}`));
  const { code } = await desk.run(['get', 'Falcon', '--to', 'never']);
  expect(code).not.toBe(0);
});
