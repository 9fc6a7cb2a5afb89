import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { aFolder, strongroomAdmin } from './setting.ts';

type Report = Readonly<{ checks: readonly Readonly<{ check: string; status: string; text: string; todo?: string }>[] }>;

test('the doctor names a package that is not installed, and looks for no embedded part in its place', async () => {
  const { code, out } = await strongroomAdmin(['doctor', '--json'], {
    env: {
      STRONGROOM_DATA_DIR: join(await aFolder(), 'not-there'),
      STRONGROOM_SECRET: 'x'.repeat(32),
      STRONGROOM_DOCUMENTS: 'module:@acme/absent',
      STRONGROOM_BLOBS: 'module:@acme/absent/blobs',
      STRONGROOM_KEYS: 'module:absent',
    },
  });
  expect(code).toBe(1);
  const { checks } = JSON.parse(out) as Report;
  expect(checks.filter(({ check, status }) => status === 'fail' && check !== 'settings')).toEqual([
    {
      check: 'documents',
      status: 'fail',
      text: expect.stringMatching(/^@acme\/absent is not installed: run `npm install @acme\/absent` in /),
      todo: 'change what it names, or STRONGROOM_DOCUMENTS',
    },
    expect.objectContaining({ check: 'blobs' }),
    expect.objectContaining({ check: 'keys' }),
  ]);
  expect(checks.map(({ check }) => check)).not.toEqual(expect.arrayContaining(['database', 'owner token']));
});
