import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '@strongroom/domain';
import type { PasswordHasher, Requester } from '@strongroom/ports';
import { FairQueue } from './fair-queue.ts';
import { type Phc, readPhc, writePhc } from './phc.ts';

const derive = promisify(argon2);

/** OWASP Password Storage Cheat Sheet, "Argon2id": 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Half of the four threads of the pool, which file operations and DNS lookups also use. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

/** Argon2id in the thread pool, with limited concurrency, so that many sign-ins do not block other work. */
export class Argon2Hasher implements PasswordHasher {
  #running = 0;
  readonly #queue = new FairQueue(MAX_WAITING);

  async hash(password: string, requester: Requester): Promise<PasswordHash> {
    const salt = randomBytes(SALT_BYTES);
    return writePhc({
      ...COST,
      salt,
      tag: await this.#work(password, { ...COST, salt, tag: new Uint8Array(TAG_BYTES) }, requester),
    });
  }

  async verify(password: string, hash: PasswordHash | undefined, requester: Requester): Promise<boolean> {
    const known = hash === undefined ? undefined : readPhc(hash);
    // The same work without a hash, so that response times do not reveal whether the user exists.
    const against: Phc = known ?? { ...COST, salt: new Uint8Array(SALT_BYTES), tag: new Uint8Array(TAG_BYTES) };
    const tag = await this.#work(password, against, requester);
    return timingSafeEqual(tag, against.tag) && known !== undefined;
  }

  async #work(
    password: string,
    { memory, passes, parallelism, salt, tag }: Phc,
    requester: Requester,
  ): Promise<Uint8Array> {
    if (this.#running < AT_ONCE) this.#running++;
    else await this.#queue.join(requester);
    try {
      return await derive('argon2id', {
        message: Buffer.from(password, 'utf8'),
        nonce: salt,
        memory,
        passes,
        parallelism,
        tagLength: tag.byteLength,
      });
    } finally {
      // The slot goes to the next waiting call directly, so that no other call takes it.
      if (!this.#queue.next()) this.#running--;
    }
  }
}
