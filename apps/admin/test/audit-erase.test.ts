import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { aStoppedService, strongroomAdminHere } from './setting.ts';

const erase = (...args: readonly string[]) => strongroomAdminHere(['audit', 'erase', ...args]);

test('audit erase keeps the first event of a stopped service, and erases the others', async () => {
  const data = await aStoppedService();
  expect(await erase('--older-than', '0s', '--yes', '--data-dir', data)).toMatchObject({
    code: 0,
    err: '',
    out: 'Erased: 0 events.\n',
  });
  const documents = await openSqliteDocuments({ path: join(data, 'strongroom.db') });
  expect(await documents.audit.texts(0, 2)).toEqual([expect.stringContaining('log.started')]);
  await documents.close();
});

describe('an erasure is refused', () => {
  const ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
  test.each([
    ['without a choice of events', ['--yes'], 'say which events'],
    ['by event and by age', ['--event', ID, '--older-than', '1d', '--yes'], '--event stands alone'],
    ['by a wrong id', ['--event', 'x', '--yes'], '--event is an id'],
    ['by the name of an actor', ['--actor', 'ada@example.com', '--yes'], '--actor is an id'],
    ['without a confirmation', ['--older-than', '1d'], 'say --yes'],
  ])('%s', async (_, args, sentence) => {
    expect(await erase(...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  });
});
