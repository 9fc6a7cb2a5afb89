import { type BlobKey, type BlobStat, isBlobKey, Unavailable } from '@strongroom/ports';
import type { BucketApi } from './bucket-api.ts';
import type { Deadline } from './deadline.ts';
import { JsonPart } from './json.ts';

type KeyPage = Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>;

/** Metadata of a sealed object that names the upload it is a copy of. */
const SEALED_FROM = 'strongroom-generation';

/** No name in a list of Google's is longer a page than so many. */
const MOST = 1000;

/** The objects of a bucket, one at a time and in lists. All reject with Unavailable. */
export class Objects {
  readonly #api: BucketApi;

  constructor(api: BucketApi) {
    this.#api = api;
  }

  async stat(key: BlobKey, deadline: Deadline): Promise<BlobStat | undefined> {
    const answer = await this.#api.ask(
      { method: 'GET', path: pathOf(key), query: { fields: 'size,generation' } },
      deadline,
    );
    if (answer.outcome !== 'done') return undefined;
    const found = new JsonPart(answer.body);
    return { size: found.neededWhole('size'), generation: found.needed('generation') };
  }

  /** Which upload a sealed object is a copy of; undefined where there is none. */
  async sealedFrom(key: BlobKey, deadline: Deadline): Promise<string | undefined> {
    const answer = await this.#api.ask({ method: 'GET', path: pathOf(key), query: { fields: 'metadata' } }, deadline);
    return answer.outcome === 'done' ? new JsonPart(answer.body).part('metadata').text(SEALED_FROM) : undefined;
  }

  /**
   * Copies an upload inside the bucket, if it still is of this generation and nothing is at the other name; tells
   * whether it did. What is served is told by the service, not by headers of whoever uploaded it.
   */
  async copy(from: BlobKey, generation: string, to: BlobKey, deadline: Deadline): Promise<boolean> {
    const json = {
      contentType: 'application/octet-stream',
      contentDisposition: 'attachment',
      cacheControl: 'private, no-store',
      metadata: { [SEALED_FROM]: generation },
    };
    const path = `${pathOf(from)}/rewriteTo/b/${this.#api.name}${pathOf(to)}`;
    for (let token: string | undefined; ; ) {
      const query = {
        // Not sourceGeneration: of a bucket with versions that would also copy what is no longer in its place.
        ifSourceGenerationMatch: generation,
        ifGenerationMatch: '0',
        fields: 'done,rewriteToken',
        ...(token === undefined ? {} : { rewriteToken: token }),
      };
      const answer = await this.#api.ask({ method: 'POST', path, query, json }, deadline);
      if (answer.outcome !== 'done') return false;
      const progress = new JsonPart(answer.body);
      if (progress.field('done') === true) return true;
      token = progress.needed('rewriteToken');
    }
  }

  /** Removes one generation, for good; one that is gone is no error. */
  async remove(key: BlobKey, generation: string, deadline: Deadline): Promise<void> {
    await this.#api.ask({ method: 'DELETE', path: pathOf(key), query: { generation } }, deadline);
  }

  /** Every generation of one object. */
  async generationsOf(key: BlobKey, deadline: Deadline): Promise<readonly string[]> {
    const generations: string[] = [];
    // The next name that a key can have goes on with a '-'.
    for await (const item of this.#list({ prefix: key, endOffset: `${key}-` }, MOST, deadline)) {
      if (item.needed('name') === key) generations.push(item.needed('generation'));
    }
    return generations;
  }

  /** Keys under a prefix that have any generation at all: what is to be destroyed must not hide behind a newer one. */
  async keys(prefix: string, after: BlobKey | undefined, size: number, deadline: Deadline): Promise<KeyPage> {
    const keys: BlobKey[] = [];
    const start = after === undefined ? {} : { startOffset: `${after}-` };
    for await (const item of this.#list({ prefix, ...start }, size + 1, deadline)) {
      const name = item.needed('name');
      const last = keys.at(-1);
      if (!isBlobKey(name) || name === last) continue;
      if (keys.length === size && last !== undefined) return { keys, next: last };
      keys.push(name);
    }
    return { keys };
  }

  async *#list(
    query: Readonly<Record<string, string>>,
    pageSize: number,
    deadline: Deadline,
  ): AsyncGenerator<JsonPart, void, undefined> {
    const fixed = {
      ...query,
      versions: 'true',
      maxResults: String(Math.min(pageSize, MOST)),
      fields: 'nextPageToken,items(name,generation)',
    };
    for (let token: string | undefined; ; ) {
      const page = token === undefined ? fixed : { ...fixed, pageToken: token };
      const answer = await this.#api.ask({ method: 'GET', path: '/o', query: page }, deadline);
      // A list of nothing is an empty list, and no 404.
      if (answer.outcome !== 'done') throw new Unavailable('blobs');
      const found = new JsonPart(answer.body);
      yield* found.parts('items');
      token = found.text('nextPageToken');
      if (token === undefined) return;
    }
  }
}

const pathOf = (key: BlobKey): string => `/o/${encodeURIComponent(key)}`;
