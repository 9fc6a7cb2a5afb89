import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keyServiceUnwrapper, StrongroomError } from '@strongroom/client';
import { Setting } from './setting.ts';

let setting: Setting;
beforeAll(async () => {
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR: '3' });
});
afterAll(() => setting.end());

test('a client learns from a batch when the next keys of its person are released', async () => {
  const { data } = (await (await fetch(`${setting.url}/v1/status`)).json()) as { data: { key: string } };
  const unwrapper = keyServiceUnwrapper({ url: setting.url, key: data.key, attempts: 1, waiting: 0 });
  const jkt = (await unwrapper.client?.()) ?? '';
  const files = await Promise.all(Array.from({ length: 4 }, () => setting.aFile()));
  const sub = `user:${crypto.randomUUID()}`;
  const grants = files.map((file) => setting.grant(file, { jkt }, { sub }));
  unwrapper.expect?.(files.map(({ wrappedDek }, index) => ({ wrappedDek, grant: grants[index] ?? '' })));
  const outcomes = await Promise.allSettled(
    files.map(({ wrappedDek, kmsKeyId, file }, index) =>
      unwrapper.unwrap({ wrappedDek, kmsKeyId, aad: null, grant: grants[index], fileId: file, op: 'open' }),
    ),
  );
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refusals).toHaveLength(1);
  const [refusal] = refusals;
  if (!(refusal instanceof StrongroomError)) throw refusal;
  expect(refusal).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 });
  expect(refusal.message).toMatch(/refuses: This is more than 3 keys in an hour; the next keys are released at \d{4}-/);
  expect(refusal.retryAfter).toBeGreaterThan(3500);
  expect(refusal.retryAfter).toBeLessThanOrEqual(3600);
});
