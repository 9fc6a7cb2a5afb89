import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TokenUnfit } from '../src/index.ts';
import { UnwrapError, UnwrapToken } from '../src/unwrap/index.ts';
import { Place } from './setting.ts';

let place: Place;
let memory: string;
beforeEach(() => {
  place = new Place();
  memory = join(place.hsm.folder, 'data', 'refused-pins.json');
});
afterEach(() => place.end());

const WRONG = '11112222';
/** Opens a vault as a new process of the service does at its start. */
const start = (pin: string, triesAgain = false) =>
  place.vault({ pin, pinMemory: { file: memory, triesAgain } }).then(
    () => 'opened',
    (error: unknown) => (error instanceof TokenUnfit ? error.message : Promise.reject(error)),
  );
const spied = () => place.spied();

test('a refused PIN is tried once, however often the service starts', async () => {
  const spy = spied();
  const messages = [await start(WRONG), await start(WRONG), await start(WRONG)];
  expect(spy.logins()).toBe(1);
  expect(messages[0]).toBe('the token answered CKR_PIN_INCORRECT; correct the file of the PIN');
  for (const message of messages.slice(1))
    expect(message).toMatch(/^the token rooms refused this PIN at 20[^ ]+Z \(CKR_PIN_INCORRECT\), and it is not tried/);
  expect(await start(place.rooms.pin)).toBe('opened');
  expect(existsSync(memory)).toBe(false);
  expect(await start(place.rooms.pin)).toBe('opened');
});

test('an unwrapper of the same folder does not try a refused PIN either', async () => {
  await start(WRONG);
  const spy = spied();
  const opened = UnwrapToken.open({ ...place.rooms, pin: WRONG, pinMemory: { file: memory } });
  const error = await opened.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnwrapError);
  expect(error).toMatchObject({ code: 'TOKEN', isLasting: true, message: expect.stringContaining('refused this PIN') });
  expect(spy.logins()).toBe(0);
});

test('a refused PIN is tried again if the operator asks for it, and another PIN at once', async () => {
  const spy = spied();
  await start(WRONG);
  await start(WRONG, true);
  expect(spy.logins()).toBe(2);
  await start('33334444');
  expect(spy.logins()).toBe(3);
  for (const pin of [WRONG, '33334444']) await start(pin);
  expect(spy.logins()).toBe(3);
});

test('the file holds no PIN, is for its owner only, and forgets no other token', async () => {
  const other = place.hsm.token('other');
  await start(WRONG);
  const refusing = place.vault({ ...other, pin: WRONG, pinMemory: { file: memory } });
  await expect(refusing).rejects.toThrow(TokenUnfit);
  const content = readFileSync(memory, 'utf8');
  expect(content).not.toContain(WRONG);
  expect(statSync(memory).mode & 0o777).toBe(0o600);
  expect(JSON.parse(content)).toHaveLength(2);
  await start(place.rooms.pin);
  expect(JSON.parse(readFileSync(memory, 'utf8'))).toMatchObject([{ token: 'other', code: 'CKR_PIN_INCORRECT' }]);
});

test.each(['', '{}', '[{"token":"rooms"}]', '[1]'])(
  'a damaged file %j stops the start before the token is tried',
  async (text) => {
    await start(WRONG);
    writeFileSync(memory, text);
    const spy = spied();
    expect(await start(place.rooms.pin)).toContain(
      `${memory}, which keeps the PINs that a token refused, cannot be read`,
    );
    expect(spy.logins()).toBe(0);
  },
);

test('a giant file is not read whole, and stops the start with an error that names it', async () => {
  await start(WRONG);
  // Longer than a text of this runtime can be.
  truncateSync(memory, 1_000_000_000);
  const spy = spied();
  expect(await start(place.rooms.pin)).toContain(
    `${memory}, which keeps the PINs that a token refused, cannot be read (its content is damaged)`,
  );
  expect(spy.logins()).toBe(0);
});

test('a refusal that cannot be noted is reported', async () => {
  writeFileSync(join(place.hsm.folder, 'data'), '');
  expect(await start(WRONG)).toContain(`it could not be noted in ${memory} (`);
});
