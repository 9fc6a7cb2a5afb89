import { afterEach, expect, test } from '@jest/globals';
import { inspectPostgresql, openPostgresqlDocuments, openPostgresqlRateLimiter } from '../src/index.ts';
import { type Rewrite, rewritingProxy } from './rewriting-proxy.ts';
import { aDatabase, runSql, withPostgresql } from './setting.ts';

withPostgresql();

/**
 * Debian has no older PostgreSQL: the server is the real one, and a proxy changes the version in its answers, or the name
 * of a setting that older servers do not know.
 */
const OLDER: Readonly<Record<string, Rewrite>> = {
  'version 14': {
    answered: (text) => text.replaceAll(/\b15(\.\d+)/g, '14$1').replaceAll(/\b15(00\d\d)\b/g, '14$1'),
  },
  'version 10, which knows no jit': { sent: (text) => text.replaceAll('-c jit=off', '-c jix=off') },
};

let proxy: Awaited<ReturnType<typeof rewritingProxy>>;
afterEach(() => proxy.end());

const tablesOf = (url: string) => runSql({ url }, "SELECT nspname FROM pg_namespace WHERE nspname = 'strongroom'");

test.each(Object.entries(OLDER))('%s is refused in one sentence, and nothing is made', async (_name, rewrite) => {
  const { url } = await aDatabase();
  const { port } = new URL(url);
  proxy = await rewritingProxy(Number(port), rewrite);
  const old = { url: url.replace(`:${port}`, `:${proxy.port}`) };
  const refused = {
    name: 'PostgresqlUnusable',
    code: 'too-old',
    message: expect.stringMatching(/^PostgreSQL( 14\.\S+)? is too old; Strongroom needs 15 or newer$/),
  };
  await expect(openPostgresqlDocuments(old)).rejects.toMatchObject(refused);
  await expect(openPostgresqlRateLimiter(old)).rejects.toMatchObject(refused);
  expect(await inspectPostgresql(old)).toEqual({ state: 'unfit', reason: refused.message });
  expect(await tablesOf(url)).toEqual([]);
});

test('the same server is accepted through the proxy if nothing is changed', async () => {
  const { url } = await aDatabase();
  const { port } = new URL(url);
  proxy = await rewritingProxy(Number(port), {});
  const same = { url: url.replace(`:${port}`, `:${proxy.port}`) };
  const store = await openPostgresqlDocuments(same);
  await store.close();
  expect(await tablesOf(url)).toHaveLength(1);
});
