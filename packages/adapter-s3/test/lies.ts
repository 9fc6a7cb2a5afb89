import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '@strongroom/domain';
import { plus } from '@strongroom/domain';
import { type BlobGateway, type BlobKey, type BlobStore, Unavailable } from '@strongroom/ports';
import type { ProxyReply, S3Proxy } from './front.ts';

type Lie = (url: URL) => ReturnType<ProxyReply>;

const PAGE = '<!DOCTYPE html><html><body>Sign in to the network</body></html>';
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const listOf = (root: string, prefix: string, more = '') =>
  `<?xml version="1.0"?><${root}><Name>rooms</Name><Prefix>${prefix}</Prefix>${more}</${root}>`;
const rootFor = ({ searchParams }: URL): string =>
  searchParams.has('versions') ? 'ListVersionsResult' : 'ListBucketResult';
const TRUNCATED = '<IsTruncated>true</IsTruncated>';

/** Answers of another server, or of none, with a status of success. */
const LIES: Readonly<Record<string, Lie>> = {
  'a page': () => ({ status: 200, body: PAGE, headers: HTML }),
  'a page with an entity tag': () => ({ status: 200, body: PAGE, headers: { ...HTML, etag: '"page"' } }),
  'an empty answer': () => ({ status: 200 }),
  'no content': () => ({ status: 204 }),
  'the list of another prefix': (url) => ({ status: 200, body: listOf(rootFor(url), 'other/') }),
  'a list without an end': (url) => ({
    status: 200,
    body: listOf(rootFor(url), url.searchParams.get('prefix') ?? '', TRUNCATED),
  }),
  'half of the answer': () => 'half',
};

/** A call of a store, with the state that it needs. */
type Call = Readonly<{
  prepare?: () => Promise<unknown>;
  run: () => Promise<unknown>;
  /** Facts after the call, asked without lies. */
  truth?: () => Promise<unknown>;
}>;

const MEBIBYTE = 1024 * 1024;
export const inOneMinute = (): Instant => plus(Date.now() as Instant, 60_000);

/** Calls of a store under names of their own; `put` and `read` as clients do. */
export function storeCalls(
  store: BlobStore,
  {
    put,
    read,
  }: Readonly<{ put: (key: BlobKey, size: number) => Promise<void>; read: (key: BlobKey) => Promise<number> }>,
  folder: string,
): Readonly<Record<string, Call>> {
  const key = (name: string): BlobKey => `${folder}/${name}` as BlobKey;
  const upload = () => put(key('a'), 5);
  const sizeOf = async (name: string) => (await store.stat(key(name)))?.size;
  const names = async () => (await store.list(`${folder}/`)).keys.map((one) => one.slice(folder.length));
  const parts = [key('p1'), key('p2')];
  let generation = '';
  return {
    stat: { prepare: upload, run: () => sizeOf('a') },
    list: { prepare: upload, run: names },
    delete: { prepare: upload, run: () => store.delete(key('a')), truth: names },
    read: { prepare: upload, run: () => read(key('a')) },
    put: { run: upload, truth: () => sizeOf('a') },
    'put in parts': { run: () => put(key('a'), 6 * MEBIBYTE), truth: () => sizeOf('a') },
    seal: {
      prepare: async () => {
        await upload();
        generation = (await store.stat(key('a')))?.generation ?? '';
      },
      run: () => store.seal(key('a'), generation, key('sealed')),
      // An upload that stays is found in the list later, and swept.
      truth: () => sizeOf('sealed'),
    },
    join: {
      prepare: () => Promise.all([put(key('p1'), 5 * MEBIBYTE), put(key('p2'), 3)]),
      run: () => store.join?.(parts, key('a')) ?? Promise.resolve(),
      truth: () => sizeOf('a'),
    },
    check: { run: () => store.check() },
  };
}

/** Sends bytes through the gateway of a store, and reads them. */
export const gatewayTransfers = (store: BlobStore & BlobGateway) => {
  const addressIn = (url: string) => {
    const { pathname, search } = new URL(url);
    return { path: pathname.slice('/blobs/'.length), query: search.slice(1) };
  };
  return {
    put: async (key: BlobKey, size: number) => {
      const bytes = async function* () {
        yield new Uint8Array(size);
      };
      await store.put(addressIn(await store.signUpload({ key, size, expiresAt: inOneMinute() })), bytes());
    },
    read: async (key: BlobKey) => {
      const { body } = await store.get(
        addressIn(await store.signDownload({ key, expiresAt: inOneMinute() })),
        undefined,
      );
      let bytes = 0;
      for await (const piece of body) bytes += piece.byteLength;
      return bytes;
    },
  };
};

/** Number of requests of a call, and its result with what is true afterwards. */
async function honestly(front: S3Proxy, call: Call): Promise<Readonly<{ requests: number; found: unknown }>> {
  let requests = 0;
  await call.prepare?.();
  front.reply = () => {
    requests += 1;
    return undefined;
  };
  const result = await call.run();
  front.reply = () => undefined;
  return { requests, found: [result, await call.truth?.()] };
}

/** Runs a call whose request of this number is answered with a lie: `refused`, or its result with what is true afterwards. */
async function withLie(front: S3Proxy, call: Call, lie: Lie, number: number): Promise<unknown> {
  let requests = 0;
  await call.prepare?.();
  front.reply = (_method, url) => {
    requests += 1;
    return requests === number ? lie(url) : undefined;
  };
  const result = await call.run().then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof Unavailable) return undefined;
      throw error;
    },
  );
  front.reply = () => undefined;
  return result === undefined ? 'refused' : [result.value, await call.truth?.()];
}

let folders = 0;

/** Runs a call with each lie in place of each answer. Returns the outcomes that are neither refused nor true. */
export async function findFalsehoods(
  front: S3Proxy,
  callIn: (folder: string) => Call | undefined,
): Promise<readonly unknown[]> {
  const next = (): Call => {
    const call = callIn(`folder-${++folders}`);
    if (call === undefined) throw new TypeError('no such call');
    return call;
  };
  const { requests, found } = await honestly(front, next());
  const falsehoods: unknown[] = [];
  for (const [kind, lie] of Object.entries(LIES))
    for (let number = 1; number <= requests; number++) {
      const outcome = await withLie(front, next(), lie, number);
      if (outcome !== 'refused' && !isDeepStrictEqual(outcome, found))
        falsehoods.push({ lie: `${kind} in place of answer ${number} of ${requests}`, outcome, found });
    }
  return falsehoods;
}
