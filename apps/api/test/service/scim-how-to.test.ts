import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../support/built.ts';
import { aDirectory } from '../support/directory.ts';
import { startService } from '../support/service-in-memory.ts';

test('every request of the how-to page is answered as the page says', async () => {
  const page = await readFile(join(ROOT, 'docs/how-to/provision-from-a-directory.md'), 'utf8');
  const blocks = [...page.matchAll(/^```http\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block.split('\n'));
  expect(blocks.length).toBeGreaterThan(9);
  const world = await startService();
  try {
    const directory = await aDirectory(world);
    const ids = new Map<string, string>();
    const filled = (text: string): string => [...ids].reduce((done, [name, id]) => done.replaceAll(name, id), text);
    for (const [first = '', ...rest] of blocks) {
      const [method = '', path = ''] = filled(first).split(/ (.*)/);
      const [status, name] = (rest.pop() ?? '').split(' ');
      const body = rest.length === 0 ? undefined : filled(rest.join('\n'));
      const answer = await directory.ask(method, encodeURI(path), body);
      expect({ first, status: `${answer.status}` }).toEqual({ first, status });
      if (name !== undefined) ids.set(name, answer.body.id);
    }
  } finally {
    await world.stop();
  }
});
