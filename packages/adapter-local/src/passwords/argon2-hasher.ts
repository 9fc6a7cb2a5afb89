import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '@strongroom/domain';
import { type PasswordHasher, Unavailable } from '@strongroom/ports';
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
  readonly #waiting: (() => void)[] = [];

  async hash(password: string): Promise<PasswordHash> {
    const salt = randomBytes(SALT_BYTES);
    return writePhc({
      ...COST,
      salt,
      tag: await this.#work(password, { ...COST, salt, tag: new Uint8Array(TAG_BYTES) }),
    });
  }

  async verify(password: string, hash: PasswordHash | undefined): Promise<boolean> {
    const known = hash === undefined ? undefined : readPhc(hash);
    // Without a hash the same work is done, so that nobody can tell by the time whether there is such a user.
    const against: Phc = known ?? { ...COST, salt: new Uint8Array(SALT_BYTES), tag: new Uint8Array(TAG_BYTES) };
    const tag = await this.#work(password, against);
    return timingSafeEqual(tag, against.tag) && known !== undefined;
  }

  async #work(password: string, { memory, passes, parallelism, salt, tag }: Phc): Promise<Uint8Array> {
    await this.#turn();
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
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) throw new Unavailable('passwords');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
