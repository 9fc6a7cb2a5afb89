import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { missingIn, runPage, variablesOf } from './run-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

const block = (text: string): string => `\`\`\`bash\n${text}\n\`\`\`\n`;

async function resultsOf(markdown: string): Promise<readonly string[]> {
  const page = join(folder, 'page.md');
  writeFileSync(page, markdown);
  const results: string[] = [];
  for await (const { line, result, detail } of runPage(page)) results.push(`${line} ${result} ${detail ?? ''}`.trim());
  return results;
}

test('blocks share variables and functions, and none reads the next one as its input', async () => {
  const page = [
    block('NAME=Ada\nhello() { echo "hello $NAME"; }\ncat'),
    block('hello'),
    '<!-- expect: hello Ada -->',
  ].join('');
  expect(await resultsOf(page)).toEqual(['1 ran', '6 ran']);
});

test('a command that fails ends the page, whatever follows it in its block', async () => {
  const [failed, ...rest] = await resultsOf([block('false\necho went on'), block('echo never')].join(''));
  expect(failed).toMatch(/^1 failed expected: exit status 0/);
  expect(failed).not.toContain('went on');
  expect(rest).toEqual([]);
});

test('a block must print what the page shows', async () => {
  expect(await resultsOf([block('echo 41'), '```output\n42\n```\n'].join(''))).toEqual([
    expect.stringMatching(/^1 failed expected: 42\nprinted:\n41/),
  ]);
});

test('free ports replace those of the service and of a server beside it, each everywhere the same', async () => {
  const [first = ''] = await resultsOf(
    [
      block('a=http://127.0.0.1:8080 b=127.0.0.1:8090'),
      block('echo "$a $b"; test "$b" = 127.0.0.1:8090; test "http://$b" != "$a"; false'),
    ].join(''),
  ).then((results) => results.slice(-1));
  const [, service, beside] = /127\.0\.0\.1:(\d+) 127\.0\.0\.1:(\d+)\n/.exec(first) ?? [];
  expect(new Set([service, beside, '8080', '8090', undefined]).size).toBe(5);
});

test('a block that says why is not run', async () => {
  expect(await resultsOf(`<!-- not run: takes long -->\n${block('false')}`)).toEqual(['2 not run takes long']);
});

test('expected fragments are found in their order, with … for anything', () => {
  expect(missingIn('{"id":"x","n":1}\nend', ['{"id":"…","n":1}', 'end'])).toBeUndefined();
  expect(missingIn('b\na', ['a', 'b'])).toBe('b');
  expect(missingIn('a+b', ['a.b'])).toBe('a.b');
});

test('variables in front of npm are those of the service', () => {
  expect(variablesOf('STRONGROOM_DATA_DIR=./other PORT=1 npm start -- X=2')).toEqual({
    STRONGROOM_DATA_DIR: './other',
    PORT: '1',
  });
});
