import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deviceCalls, type EnrolledDevice, enrolDevice, keyServiceUnwrapper } from '@strongroom/client';
import { Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let key = '';

beforeAll(async () => {
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_PROOF: 'device' });
  const { data } = (await (await fetch(`${setting.url}/v1/status`)).json()) as { data: { key: string } };
  ({ key } = data);
});
afterAll(() => setting.end());

const text = (content: object): string => `srk_${Buffer.from(JSON.stringify(content)).toString('base64url')}`;

const enrolled = async (person?: string): Promise<EnrolledDevice> =>
  enrolDevice(text({ url: setting.url, key, code: await setting.code(person) }), { name: 'laptop' });

const deviceOf = ({ device, made }: EnrolledDevice) => ({ id: device, privateKey: made.privateKey });

/** Unwraps a fresh file as the room service grants it to a person. */
async function unwrapped(by: EnrolledDevice | undefined, granted: EnrolledDevice): Promise<readonly Uint8Array[]> {
  const unwrapper = keyServiceUnwrapper({ url: setting.url, key, device: by && deviceOf(by), attempts: 1 });
  const jkt = (await unwrapper.client?.()) ?? '';
  const files: WrappedFileKey[] = [await setting.aFile(), await setting.aFile()];
  const grants = files.map((file) => setting.grant(file, { jkt }, { person: granted.person }));
  unwrapper.expect?.(files.map(({ wrappedDek }, index) => ({ wrappedDek, grant: grants[index] ?? '' })));
  const keys = files.map(({ wrappedDek, kmsKeyId, file }, index) =>
    unwrapper.unwrap({ wrappedDek, kmsKeyId, aad: null, grant: grants[index], fileId: file, op: 'open' }),
  );
  const opened = await Promise.all(keys);
  expect(opened.map((one) => Buffer.from(one))).toEqual(
    await Promise.all(files.map(async (file) => Buffer.from(await setting.known(file)))),
  );
  return opened;
}

describe('an enrolled device', () => {
  test('proves its person for all keys of a call', async () => {
    const device = await enrolled();
    expect(await unwrapped(device, device)).toHaveLength(2);
    expect(device.made.privateKey.extractable).toBe(false);
  });

  test('gets no key that is granted to another person', async () => {
    await expect(unwrapped(await enrolled(), await enrolled())).rejects.toMatchObject({
      code: 'PERSON_MISMATCH',
      message: expect.stringContaining(`The key service at ${setting.url} refuses: `),
    });
  });

  test('lists the devices of its person only, and removes them', async () => {
    const first = await enrolled();
    const second = await enrolled(first.person.id);
    await enrolled();
    const calls = deviceCalls({ url: setting.url, device: deviceOf(second) });
    expect(await calls.list()).toMatchObject([
      { device: first.device, name: 'laptop', current: false },
      { device: second.device, name: 'laptop', current: true },
    ]);
    await calls.remove(first.device);
    expect(await calls.list()).toMatchObject([{ device: second.device }]);
    await expect(unwrapped(first, first)).rejects.toMatchObject({ code: 'PERSON_INVALID', status: 401 });
    expect(await unwrapped(second, second)).toHaveLength(2);
  });

  test('links its person to a user of the room service', async () => {
    const device = await enrolled();
    const link = await deviceCalls({ url: setting.url, device: deviceOf(device) }).link(
      '4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11',
    );
    const claims: unknown = JSON.parse(Buffer.from(link.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ person: device.person, sub: 'user:4f1c9f6e-2c1b-4a53-9a43-0d1f6f1f2a11' });
  });
});

describe('without a proof', () => {
  test('the key service refuses with its code', async () => {
    await expect(unwrapped(undefined, await enrolled())).rejects.toMatchObject({ code: 'PERSON_INVALID' });
  });
});

describe('an enrolment code', () => {
  test('is not sent to a key service with another key than it names', async () => {
    const code = await setting.code();
    const other = enrolDevice(text({ url: setting.url, key: 'A'.repeat(43), code }), { name: 'x' });
    await expect(other).rejects.toMatchObject({ code: 'KEY_SERVICE_CHANGED' });
    const right = enrolDevice(text({ url: setting.url, key, code }), { name: 'x' });
    await expect(right).resolves.toMatchObject({ url: setting.url });
  });

  test.each([
    ['empty', ''],
    ['another secret', 'sri_0123456789012345678901234567890123456789'],
    ['not JSON', `srk_${Buffer.from('x'.repeat(30)).toString('base64url')}`],
    ['without a code', text({ url: 'https://keys.example.com', key: 'A'.repeat(43) })],
  ])('is refused when it is %s', async (_, code) => {
    await expect(enrolDevice(code, { name: 'x' })).rejects.toMatchObject({ code: 'ENROLMENT_MALFORMED' });
  });

  test('goes nowhere over plain http to another machine', async () => {
    const code = text({ url: 'http://keys.example.com', key, code: 'x'.repeat(43) });
    await expect(enrolDevice(code, { name: 'x' })).rejects.toMatchObject({ code: 'ADDRESS_INSECURE' });
  });
});
