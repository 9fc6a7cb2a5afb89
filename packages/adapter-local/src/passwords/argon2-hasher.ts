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

/** Hashing runs in the thread pool that files and names are also waiting for: it gets half of its four threads. */
const AT_ONCE = 2;
const MOST_WAITING = 64;

/** Argon2id in the thread pool, a few at a time, so that a storm of sign-ins does not starve everything else. */
export class Argon2Hasher implements PasswordHasher {
  #running = 0;
  readonly #queue = new FairQueue(MOST_WAITING);

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
    // Without a hash the same work is done, so that nobody can tell by the time whether there is such a user.
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
      // The place is handed on, not given up: nobody slips in between.
      if (!this.#queue.next()) this.#running--;
    }
  }
}
