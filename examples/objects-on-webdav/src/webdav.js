import { BlobRefusal, Unavailable } from '@strongroom/ports';

/** Milliseconds for a call without a body. A request of the service has less than five seconds. */
const DEADLINE_MS = 4000;

const NAMES = '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>';

/** @typedef {{ path: string; isCollection: boolean; size: number }} Entry */

/** The calls of WebDAV (RFC 4918) that the store makes. Paths are below one collection. */
export class WebDav {
  #base;
  /** @type {Record<string, string>} */
  #headers;

  /** @param {import('@strongroom/ports').TextSettings} settings */
  constructor({ URL: address, USER: user, PASSWORD: password = '' }) {
    if (address === undefined || !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
      throw new Error('STRONGROOM_BLOBS_MODULE_URL must be the address of a collection, https://HOST/PATH/');
    this.#base = address.replace(/\/*$/, '/');
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    this.#headers = user === undefined ? {} : { authorization: `Basic ${credentials}` };
  }

  /** What is in a collection, with `depth` infinity also further down. A collection that is not there is empty. */
  async children(/** @type {string} */ path, depth = '1') {
    const answer = await this.#callTwice('PROPFIND', path, { headers: { depth }, body: NAMES }, [207, 404]);
    const text = await answer.text();
    if (answer.status === 404) return [];
    return entriesIn(text, new URL(this.#base).pathname).filter((entry) => entry.path !== path);
  }

  /** Makes a collection and those above it. */
  async makeCollection(/** @type {string} */ path) {
    const parts = path.split('/');
    for (const [index] of parts.entries()) {
      const part = `${parts.slice(0, index + 1).join('/')}/`;
      // 405: it is there already.
      await this.#callTwice('MKCOL', part, {}, [201, 405]);
    }
  }

  /** Stores a body. Throws BlobRefusal STORAGE_FULL, or the error of the body. */
  async put(/** @type {string} */ path, /** @type {AsyncIterable<Uint8Array>} */ body) {
    /** @type {unknown} */
    let fault;
    const stream = ReadableStream.from(
      (async function* () {
        try {
          yield* body;
        } catch (error) {
          fault = error;
          throw error;
        }
      })(),
    );
    const init = { body: stream, duplex: /** @type {const} */ ('half') };
    const answer = await this.#call('PUT', path, init, [200, 201, 204, 507], { isLong: true }).catch((error) => {
      throw fault ?? error;
    });
    if (answer.status === 507) throw new BlobRefusal('STORAGE_FULL');
  }

  /** False if there is nothing at the first path, or something at the other. */
  async move(/** @type {string} */ from, /** @type {string} */ to) {
    const headers = { destination: this.#base + to, overwrite: 'F' };
    return (await this.#call('MOVE', from, { headers }, [201, 204, 404, 412])).ok;
  }

  async delete(/** @type {string} */ path) {
    await this.#callTwice('DELETE', path, {}, [200, 204, 404]);
  }

  /** The bytes of a file, or of a range of it; undefined if it is not there. */
  async get(/** @type {string} */ path, /** @type {string | undefined} */ range) {
    /** @type {Record<string, string>} */
    const headers = range === undefined ? {} : { range };
    const answer = await this.#call('GET', path, { headers }, [200, 206, 404], { isLong: true });
    return answer.status === 404 ? undefined : answer;
  }

  /**
   * For calls that may be repeated. A server may fail one of several at once, such as two deletions, or a list of a file that goes
   * meanwhile; the second try then finds what the other call has left.
   *
   * @param {string} method
   * @param {string} path
   * @param {{ headers?: Record<string, string>; body?: string }} init
   * @param {readonly number[]} expected
   */
  async #callTwice(method, path, init, expected) {
    const call = () => this.#call(method, path, init, expected);
    return call().catch(call);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {RequestInit & { headers?: Record<string, string>; duplex?: 'half' }} init
   * @param {readonly number[]} expected
   */
  async #call(method, path, { headers, ...init }, expected, { isLong = false } = {}) {
    try {
      const answer = await fetch(this.#base + path, {
        ...init,
        method,
        headers: { ...this.#headers, ...headers },
        redirect: 'error',
        ...(isLong ? {} : { signal: AbortSignal.timeout(DEADLINE_MS) }),
      });
      if (expected.includes(answer.status)) return answer;
      throw new Error(`${method} was answered ${answer.status}`);
    } catch (cause) {
      throw new Unavailable('blobs', { cause });
    }
  }
}

/**
 * The entries of an answer to PROPFIND, by their paths below `base`. Keys of objects have no letter that XML or URLs write in
 * another way.
 *
 * @param {string} xml
 * @param {string} base
 * @returns {Entry[]}
 */
function entriesIn(xml, base) {
  return xml.split(/<(?:\w+:)?response[\s>]/).flatMap((text) => {
    const href = /<(?:\w+:)?href>([^<]*)</.exec(text)?.[1];
    if (href === undefined) return [];
    const { pathname } = new URL(href, 'http://x');
    const size = Number(/<(?:\w+:)?getcontentlength[^>]*>(\d+)</.exec(text)?.[1] ?? 0);
    return [{ path: pathname.slice(base.length), isCollection: /<(?:\w+:)?collection[\s/>]/.test(text), size }];
  });
}
