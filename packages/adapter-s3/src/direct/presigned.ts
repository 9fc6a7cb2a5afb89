import { createHash, createHmac } from 'node:crypto';
import { percentEncode } from '@strongroom/store-kit';

/** A key that does not expire: an address lives as long as the key that signed it. */
export type SigningKey = Readonly<{ accessKeyId: string; secretAccessKey: string; region: string }>;

/** A request that a client without credentials will send. */
export type RequestToSign = Readonly<{
  method: 'PUT' | 'GET';
  /** Scheme, host and port. The host is signed. */
  origin: string;
  /** Percent-encoded, beginning with a slash. */
  path: string;
  /** Bytes of the body, which the request must announce in Content-Length; undefined without a body. */
  size?: number | undefined;
  /** Start of its validity, in whole seconds since 1970. */
  from: number;
  /** Seconds of validity, at most 604,800. */
  seconds: number;
}>;

const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SECONDS = 604_800;

/**
 * Presigned addresses of Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html. Derives the key of a day once.
 */
export class Presigner {
  readonly #key: () => SigningKey;
  #derived: Readonly<{ day: string; secret: string; key: Buffer }> | undefined;

  /** `key` is asked for each address, so that it can change. */
  constructor(key: () => SigningKey) {
    this.#key = key;
  }

  /** Throws TypeError for a validity that the protocol does not allow. */
  sign({ method, origin, path, size, from, seconds }: RequestToSign): string {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS)
      throw new TypeError(`a signed address is valid for a whole number of seconds from 1 to ${MAX_SECONDS}`);
    const date = new Date(from * 1000).toISOString().replace(/\.\d+|[-:]/g, '');
    const day = date.slice(0, 8);
    const key = this.#key();
    const scope = `${day}/${key.region}/s3/aws4_request`;
    const headers = [...(size === undefined ? [] : [['content-length', String(size)]]), ['host', new URL(origin).host]];
    const names = headers.map(([name]) => name).join(';');
    const query = [
      ['X-Amz-Algorithm', ALGORITHM],
      ['X-Amz-Credential', `${key.accessKeyId}/${scope}`],
      ['X-Amz-Date', date],
      ['X-Amz-Expires', String(seconds)],
      ['X-Amz-SignedHeaders', names],
    ]
      .map(([name = '', value = '']) => `${name}=${percentEncode(value)}`)
      .join('&');
    const lines = headers.map(([name, value]) => `${name}:${value}\n`).join('');
    const canonical = [method, path, query, lines, names, 'UNSIGNED-PAYLOAD'].join('\n');
    const hash = createHash('sha256').update(canonical).digest('hex');
    const signature = mac(this.#keyOf(day, key), [ALGORITHM, date, scope, hash].join('\n')).toString('hex');
    return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
  }

  #keyOf(day: string, { secretAccessKey, region }: SigningKey): Buffer {
    if (this.#derived?.day !== day || this.#derived.secret !== secretAccessKey) {
      this.#derived = {
        day,
        secret: secretAccessKey,
        key: [day, region, 's3', 'aws4_request'].reduce(mac, Buffer.from(`AWS4${secretAccessKey}`)),
      };
    }
    return this.#derived.key;
  }
}

const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
