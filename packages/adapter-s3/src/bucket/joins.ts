import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';
import type { BucketApi, CopiedPart, ObjectCopySource } from './bucket-api.ts';
import { S3Failure } from './s3-failure.ts';

/** Milliseconds for a join, which continues in the background after the deadline of its caller. */
const JOIN_MS = 60_000;
/** Milliseconds that a caller waits. */
const CALLER_MS = 4500;

type Join = Readonly<{
  /** Reads the sources when the join begins; undefined if one is missing. */
  sources: (deadline: Deadline) => Promise<readonly ObjectCopySource[] | undefined>;
  /** Name of the new object. */
  name: (deadline: Deadline) => Promise<string>;
  /** Called when the new object is there. */
  tidy: (deadline: Deadline) => Promise<void>;
}>;

/** Joins objects inside the S3 server, by a multipart upload of copies. */
export class ObjectJoins {
  readonly #api: BucketApi;
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(api: BucketApi) {
    this.#api = api;
  }

  /** False if a source is missing. Calls with the same id at the same time share one join. Rejects with Unavailable. */
  async run(id: string, join: Join): Promise<boolean> {
    const running = this.#running.get(id) ?? this.#start(id, join);
    return new Deadline(CALLER_MS).bound(running).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error;
      throw new Unavailable('blobs', { cause: new S3Failure('Timeout', undefined, undefined), maybeDone: true });
    });
  }

  #start(id: string, join: Join): Promise<boolean> {
    const started = this.#join(join, new Deadline(JOIN_MS)).finally(() => this.#running.delete(id));
    this.#running.set(id, started);
    return started;
  }

  async #join({ sources, name, tidy }: Join, deadline: Deadline): Promise<boolean> {
    const from = await sources(deadline);
    if (from === undefined) return false;
    const to = await name(deadline);
    if (!(await this.#copyAll(from, to, deadline))) return false;
    await tidy(deadline);
    return true;
  }

  async #copyAll(from: readonly ObjectCopySource[], to: string, deadline: Deadline): Promise<boolean> {
    const uploadId = await this.#api.beginUpload(to, deadline);
    try {
      const copied = await Promise.all(
        from.map((source, index) => this.#api.copyPart(source, { to, uploadId, number: index + 1 }, deadline)),
      );
      const parts = copied.filter((part): part is CopiedPart => part !== undefined);
      if (parts.length === from.length) return await this.#api.completeUpload(to, uploadId, parts, deadline);
    } catch (error) {
      // If it fails too, the sweep of open uploads removes the copies.
      await this.#api.abortUpload(to, uploadId, deadline).catch(() => undefined);
      throw error;
    }
    await this.#api.abortUpload(to, uploadId, deadline);
    return false;
  }
}
