import { expect, test } from '@jest/globals';
import type { StrongroomCalls } from '../service-calls.ts';
import { binderRecord } from './record.ts';
import { binderPage } from './tables.ts';

const PROOF = `c2sp.org/tlog-proof@v1\nextra ${btoa('{"seq":7}')}\n`;

/** A service that answers an export of the log with one line, and refuses its key. */
const answering = (line: object): Pick<StrongroomCalls, 'audit'> =>
  ({
    audit: {
      export: () =>
        (async function* lines() {
          yield line;
        })(),
      key: async () => ({ text: async () => 'key' }),
    },
  }) as unknown as Pick<StrongroomCalls, 'audit'>;

const pathsOf = async (line: object): Promise<readonly string[]> => {
  const paths: string[] = [];
  for await (const { path } of binderRecord(answering(line), 'room')) paths.push(path);
  return paths;
};

test('a proof has the number of its event as its name', async () => {
  expect(await pathsOf({ seq: 7, proof: PROOF })).toEqual(['record/7.proof', 'record/events.jsonl', 'record/key']);
});

test.each(['../../../home/ada/.profile', '7', -1, 1.5, 1e300, null, undefined, {}])(
  'the number %j of a service that lies names no file',
  async (seq) => {
    await expect(pathsOf({ seq, proof: PROOF })).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  },
);

test('the page shows the size that a service that lies answers as a text', () => {
  const file = {
    id: 'a',
    name: 'a',
    folder: '',
    size: '<b onclick=x>',
    classification: 'C1',
    uploaded_at: '2026',
    index: '<i>',
  };
  const page = binderPage('Falcon', '2026', [{ file: file as never, path: 'files/a' }]);
  expect(page).toContain('&lt;b onclick=x&gt;');
  expect(page).not.toContain('<b ');
  expect(page).not.toContain('<i>');
});
