import { type BlobKey, type BlobStat, isBlobKey, Unavailable } from '@strongroom/ports';
import type { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from './bucket-api.ts';
import { JsonPart } from './json.ts';

type KeyPage = Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>;

/** Metadata of a sealed object: the generation of the upload it was copied from. */
const SEALED_FROM = 'strongroom-generation';

/** Maximum page size of a list request. */
const MAX_PAGE = 1000;

/** Object calls to one bucket. All reject with Unavailable. */
export class BucketObjects {
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

  /** Generation of the upload that a sealed object was copied from; undefined without such an object. */
  async sealedFrom(key: BlobKey, deadline: Deadline): Promise<string | undefined> {
    const answer = await this.#api.ask({ method: 'GET', path: pathOf(key), query: { fields: 'metadata' } }, deadline);
    return answer.outcome === 'done' ? new JsonPart(answer.body).part('metadata').text(SEALED_FROM) : undefined;
  }

  /**
   * Copies an upload inside the bucket if it still has this generation and the target name is free; returns whether it
   * did. Sets the headers for downloads, so that the uploader's headers are never served.
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
        // With sourceGeneration instead, in a bucket with versions it would also copy a generation that was replaced.
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

  /**
   * Joins these generations, in their order, into one object, which replaces any object of that name. Returns false if one of
   * them is missing.
   */
  async compose(
    parts: readonly Readonly<{ key: BlobKey; generation: string }>[],
    to: BlobKey,
    deadline: Deadline,
  ): Promise<boolean> {
    const json = {
      sourceObjects: parts.map(({ key: name, generation }) => ({ name, generation })),
      destination: { contentType: 'application/octet-stream' },
    };
    const query = { fields: 'generation' };
    const answer = await this.#api.ask({ method: 'POST', path: `${pathOf(to)}/compose`, query, json }, deadline);
    if (answer.outcome !== 'done') return false;
    new JsonPart(answer.body).needed('generation');
    return true;
  }

  /** Deletes one generation permanently; a missing one is not an error. */
  async remove(key: BlobKey, generation: string, deadline: Deadline): Promise<void> {
    await this.#api.ask({ method: 'DELETE', path: pathOf(key), query: { generation } }, deadline);
  }

  /** Every generation of one object. */
  async generationsOf(key: BlobKey, deadline: Deadline): Promise<readonly string[]> {
    const generations: string[] = [];
    // '-' is the first character in byte order with which a longer key can continue.
    for await (const item of this.#list({ prefix: key, endOffset: `${key}-` }, MAX_PAGE, deadline)) {
      if (item.needed('name') === key) generations.push(item.needed('generation'));
    }
    return generations;
  }

  /** Keys under a prefix with any generation, also a replaced one: all generations have to be destroyed. */
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
      maxResults: String(Math.min(pageSize, MAX_PAGE)),
      fields: 'kind,nextPageToken,items(name,generation)',
    };
    for (let token: string | undefined; ; ) {
      const page = token === undefined ? fixed : { ...fixed, pageToken: token };
      const answer = await this.#api.ask({ method: 'GET', path: '/o', query: page }, deadline);
      // An empty list is answered with 200; 404 means a missing bucket.
      if (answer.outcome !== 'done') throw new Unavailable('blobs');
      const found = new JsonPart(answer.body);
      // Another server's object without items would be an empty list.
      if (found.needed('kind') !== 'storage#objects') throw new Unavailable('blobs');
      yield* found.parts('items');
      token = found.text('nextPageToken');
      if (token === undefined) return;
    }
  }
}

const pathOf = (key: BlobKey): string => `/o/${encodeURIComponent(key)}`;
