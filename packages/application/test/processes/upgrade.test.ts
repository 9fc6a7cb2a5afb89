import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import type { DocumentStore } from '@strongroom/ports';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { anOlderStore, assertUpgraded } from '../upgrade/setting.ts';
import { aFolder } from '../world/world.ts';

const COUNT = 900;

async function at<T>(folder: string, look: (documents: DocumentStore) => Promise<T>): Promise<T> {
  const documents = await openSqliteDocuments({ path: join(folder, 'documents.db') });
  try {
    return await look(documents);
  } finally {
    await documents.close();
  }
}

async function anOlderFolder(): Promise<string> {
  const folder = await aFolder();
  await at(folder, (documents) => anOlderStore(documents, COUNT));
  return folder;
}

/** Upgrades the store in `processes` processes that start together, and returns the number of calls of each. */
async function upgraded(folder: string, processes = 1): Promise<readonly number[]> {
  const begun = Array.from(
    { length: processes },
    () => new SourceProcess(new URL('./upgrade.ts', import.meta.url), [folder]),
  );
  for (const process of begun) expect(await process.line()).toBe('ready');
  for (const process of begun) process.say('begin');
  const calls = await Promise.all(begun.map(async (process) => Number(await process.line())));
  await Promise.all(begun.map((process) => process.ended()));
  return calls;
}

test.each([
  [4, 'before'],
  [5, 'after'],
  [7, 'before'],
  [9, 'after'],
] as const)(
  'a store whose upgrade is killed at call %d, %s it, is upgraded by the next start',
  async (call, moment) => {
    const folder = await anOlderFolder();
    const dying = new SourceProcess(new URL('./upgrade.ts', import.meta.url), [folder, String(call), moment]);
    await dying.line();
    dying.say('begin');
    expect(await dying.ended()).toBe('SIGKILL');
    await expect(at(folder, (documents) => assertUpgraded(documents, COUNT))).rejects.toThrow('something old is left');
    await upgraded(folder);
    await at(folder, (documents) => assertUpgraded(documents, COUNT));
  },
);

test('three processes that start on it at the same moment write every document once, and then never again', async () => {
  const folder = await anOlderFolder();
  await upgraded(folder, 3);
  await at(folder, (documents) => assertUpgraded(documents, COUNT));
  expect(await upgraded(folder)).toEqual([1]);
});
