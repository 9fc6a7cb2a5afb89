import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { aFolder, aStoppedService, strongroomAdmin } from './setting.ts';

// Each of these tests runs the command as a process.
const forget = (data: string) => strongroomAdmin(['settings', '--forget', '--data-dir', data]);

async function noted(data: string): Promise<boolean> {
  const documents = await openSqliteDocuments({ path: join(data, 'strongroom.db') });
  const [found] = await documents.read([{ collection: 'settings', id: 'settings' }]);
  await documents.close();
  return found !== undefined;
}

test('settings --forget removes the stored settings, also when repeated', async () => {
  const data = await aStoppedService();
  expect(await noted(data)).toBe(true);
  for (let time = 0; time < 2; time++)
    expect(await forget(data)).toEqual({
      code: 0,
      out: 'The next start notes the secret it has.\n',
      err: '',
    });
  expect(await noted(data)).toBe(false);
});

test('settings --forget creates nothing without a store', async () => {
  const { code, err } = await forget(await aFolder());
  expect([code, err]).toEqual([1, expect.stringContaining('there is no store at')]);
});
