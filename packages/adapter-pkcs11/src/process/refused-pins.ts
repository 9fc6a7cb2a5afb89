import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '@strongroom/ports';
import { TokenFailure } from './token-failure.ts';

/** Name of the file in the data folder of a service. */
export const REFUSED_PINS_FILE = 'refused-pins.json';

/** `file` keeps refused PINs as salted hashes. `triesAgain`: an operator wants a refused one to be tried. */
export type PinMemory = Readonly<{ file: string; triesAgain?: boolean }>;

/** Label of a token, and the PIN for its user. The same token may be reached by several libraries. */
type Login = Readonly<{ token: string; pin: string }>;

/** `hash`: scrypt of the PIN, hexadecimal. `at`: time of the refusal, ISO 8601. */
type Refused = Readonly<{ token: string; salt: string; hash: string; at: string; code: string }>;

/** More tokens than any service has; a file cannot grow without bound. */
const MOST = 16;
const HASH_BYTES = 32;
/** Bytes of the file that are read, many times what such a file has. */
const MAX_BYTES = 65_536;

/** Codes of a PIN that another try does not make right; each try brings the token nearer to locking itself. */
const WRONG_PIN: readonly string[] = ['CKR_PIN_INCORRECT', 'CKR_PIN_INVALID', 'CKR_PIN_LEN_RANGE', 'CKR_PIN_LOCKED'];

export const isWrongPin = ({ code }: Pick<TokenFailure, 'code'>): boolean => WRONG_PIN.includes(code);

/**
 * PINs that a token has refused, over restarts of the process: a supervisor that starts it again and again must not lock the
 * token. A PIN is never stored; its hash is slow to guess from.
 */
export class RefusedPins {
  readonly #memory: PinMemory;

  constructor(memory: PinMemory) {
    this.#memory = memory;
  }

  /** Throws TokenFailure for a PIN that the token has refused before, and for a file that cannot be read. */
  async refuseKnown(login: Login): Promise<void> {
    if (this.#memory.triesAgain === true) return;
    const found = (await this.#read()).find((refused) => isOf(refused, login));
    if (found === undefined) return;
    throw new TokenFailure(
      'refused',
      'PIN_REFUSED_BEFORE',
      `the token ${login.token} refused this PIN at ${found.at} (${found.code}), and it is not tried again, because a token locks itself after a few wrong ones; correct the file of the PIN, or run doctor with --try-pin`,
    );
  }

  /** Returns why the refusal could not be noted. */
  async note(login: Login, code: string): Promise<string | undefined> {
    const salt = randomBytes(16).toString('hex');
    const fresh = { token: login.token, salt, hash: hashOf(login.pin, salt), at: new Date().toISOString(), code };
    try {
      const others = (await this.#read()).filter((refused) => !isOf(refused, login));
      await this.#write([fresh, ...others].slice(0, MOST));
      return undefined;
    } catch (error) {
      return error instanceof TokenFailure ? error.code : (systemErrorCode(error) ?? String(error));
    }
  }

  /** Forgets the refusals of a token that has accepted a PIN. */
  async forget({ token }: Pick<Login, 'token'>): Promise<void> {
    const all = await this.#read();
    const others = all.filter((refused) => refused.token !== token);
    if (others.length === all.length) return;
    // A file that cannot be written still names only PINs that were refused.
    await (others.length === 0 ? rm(this.#memory.file, { force: true }) : this.#write(others)).catch(() => undefined);
  }

  async #read(): Promise<readonly Refused[]> {
    const { file } = this.#memory;
    const text = await startOf(file).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return '[]';
      throw unreadable(file, systemErrorCode(error) ?? String(error));
    });
    const read: unknown = parsed(text);
    if (!Array.isArray(read) || !read.every(isRefused)) throw unreadable(file, 'its content is damaged');
    return read;
  }

  /** Replaces the file whole. */
  async #write(refused: readonly Refused[]): Promise<void> {
    const { file } = this.#memory;
    const fresh = `${file}.${randomBytes(6).toString('hex')}`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(fresh, `${JSON.stringify(refused, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(fresh, file);
  }
}

const hashOf = (pin: string, salt: string): string => scryptSync(pin, salt, HASH_BYTES).toString('hex');

const isOf = (refused: Refused, { token, pin }: Login): boolean =>
  refused.token === token &&
  timingSafeEqual(Buffer.from(refused.hash, 'hex'), Buffer.from(hashOf(pin, refused.salt), 'hex'));

/** The text of a file up to the bound, so that a longer one is cut and cannot be parsed. */
async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAX_BYTES) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' &&
  value !== null &&
  ['token', 'salt', 'at', 'code'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  /^[0-9a-f]{64}$/.test(String(Reflect.get(value, 'hash')));

const unreadable = (file: string, reason: string): TokenFailure =>
  new TokenFailure(
    'refused',
    'PIN_MEMORY',
    `${file}, which keeps the PINs that a token refused, cannot be read (${reason}); give it to the user of the service, or remove it if the PIN is right`,
  );
