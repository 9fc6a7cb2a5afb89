import { expect, test } from '@jest/globals';
import { signingKeyFrom } from '@strongroom/adapter-local';
import { strongroomAdmin } from './setting.ts';

test('a new key is printed with the three deployments that change to it', async () => {
  const { code, out, err } = await strongroomAdmin(['grant-key']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const key = /^ {2}([\w-]{43})$/m.exec(out)?.[1] ?? '';
  expect(out).toContain(`thumbprint is ${signingKeyFrom(key).thumbprint}`);
  expect(out.match(/STRONGROOM_GRANT_KEY=\S+/g)).toEqual([
    'STRONGROOM_GRANT_KEY=OLD,NEW',
    'STRONGROOM_GRANT_KEY=NEW,OLD',
    'STRONGROOM_GRANT_KEY=NEW',
  ]);
  expect(out).toContain(`trust accept ${signingKeyFrom(key).thumbprint}`);
});

test('--make prints nothing but a new key each time', async () => {
  const [one, other] = [await strongroomAdmin(['grant-key', '--make']), await strongroomAdmin(['grant-key', '--make'])];
  expect(one.out).toMatch(/^[\w-]{43}\n$/);
  expect(() => signingKeyFrom(one.out.trim())).not.toThrow();
  expect(other.out).not.toBe(one.out);
});
