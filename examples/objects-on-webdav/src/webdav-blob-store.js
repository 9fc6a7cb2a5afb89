import { randomUUID } from 'node:crypto';
import {
  etag,
  objectHead,
  SignedAddresses,
  systemAlarm,
  TAG_BYTES,
  UploadsUnderWay,
  until,
} from '@strongroom/blob-gateway';
import { BlobRefusal, blobKey, GenerationGone } from '@strongroom/ports';

/**
 * @typedef {import('@strongroom/ports').BlobStore & import('@strongroom/ports').BlobGateway} Store
 * @typedef {import('@strongroom/ports').BlobKey} BlobKey
 */

const PAGE_SIZE = 1000;
/** Names on disks have at most 255 bytes, and keys have up to 512. */
const LONGEST_NAME = 200;

/**
 * Each object is a collection, and each of its generations a file in it. A PUT arrives under a name that begins with a full stop,
 * and becomes a generation by one MOVE, so that nobody sees half of it.
 *
 * @implements {Store}
 */
export class WebDavBlobStore {
  signsLocally = true;
  keptAfterDeletion = 0;
  uploadsOutlive = 0;
  downloadOrigin = undefined;
  #dav;
  #time;
  #addresses;
  #pageSize;
  #underWay = new UploadsUnderWay();

  /** @param {import('@strongroom/blob-gateway').GatewayOptions & { dav: import('./webdav.js').WebDav }} options */
  constructor({ dav, pageSize = PAGE_SIZE, ...options }) {
    this.#dav = dav;
    this.#pageSize = pageSize;
    this.#addresses = new SignedAddresses(options);
    this.#time = { clock: options.clock, setAlarm: systemAlarm };
  }

  /** @type {Store['signUpload']} */
  async signUpload(request) {
    return this.#addresses.forUpload(request);
  }

  /** @type {Store['signDownload']} */
  async signDownload({ key, expiresAt }) {
    return this.#addresses.forDownload(key, expiresAt);
  }

  /** @type {Store['stat']} */
  async stat(key) {
    return (await this.#generations(blobKey(key))).at(-1);
  }

  /** @type {Store['seal']} */
  async seal(upload, generation, sealed) {
    if (blobKey(upload) === blobKey(sealed)) throw new TypeError('an object is sealed under another name');
    const [from, to] = [pathOf(upload), pathOf(sealed)];
    const found = await this.#generations(upload);
    /** @type {unknown} */
    let fault = new GenerationGone();
    if (found.at(-1)?.generation === generation && (await this.#generations(sealed)).length === 0) {
      await this.#dav.makeCollection(to);
      // Of several seals at once one moves the file, and a server may fail the others in any way.
      await this.#dav.move(`${from}/${generation}`, `${to}/${generation}`).catch((error) => {
        fault = error;
      });
      for (const older of found.slice(0, -1)) await this.#dav.delete(`${from}/${older.generation}`);
    }
    if ((await this.stat(sealed))?.generation !== generation) throw fault;
  }

  /** @type {Store['delete']} */
  async delete(key) {
    await this.#dav.delete(`${pathOf(blobKey(key))}/`);
  }

  /**
   * It reads every name below the collection for each page: enough for an example, and too much for a million objects.
   *
   * @type {Store['list']}
   */
  async list(prefix, after) {
    const files = (await this.#dav.children('', 'infinity')).filter(
      ({ path, isCollection }) => !isCollection && isWhole(path),
    );
    const all = [...new Set(files.map(({ path }) => keyOf(path)))].toSorted();
    const keys = all.filter((key) => key.startsWith(prefix) && (after === undefined || key > after));
    const page = keys.slice(0, this.#pageSize);
    const next = page.at(-1);
    return keys.length > page.length && next !== undefined ? { keys: page, next } : { keys: page };
  }

  async check() {
    await this.#dav.children('');
  }

  /** @type {Store['put']} */
  async put(address, body) {
    const upload = this.#addresses.readUpload(address);
    return this.#underWay.run(upload, () => this.#receive(upload, body));
  }

  /** @type {Store['get']} */
  async get(address, range) {
    const { key, found } = await this.#find(address);
    const head = objectHead(found, range);
    const wanted = head.range && `bytes=${head.range.first}-${head.range.last}`;
    const answer = await this.#dav.get(`${pathOf(key)}/${found.generation}`, wanted);
    if (answer === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    return { ...head, body: answer.body ?? nothing() };
  }

  /** @type {Store['head']} */
  async head(address, range) {
    return objectHead((await this.#find(address)).found, range);
  }

  /** @param {import('@strongroom/ports').BlobAddress} address */
  async #find(address) {
    const key = this.#addresses.readDownload(address);
    const found = await this.stat(key);
    if (found === undefined) throw new BlobRefusal('OBJECT_NOT_FOUND');
    return { key, found };
  }

  /**
   * @param {import('@strongroom/blob-gateway').Upload} upload
   * @param {AsyncIterable<Uint8Array>} body
   */
  async #receive({ key, size, expiresAt }, body) {
    const path = pathOf(key);
    const generation = randomUUID();
    await this.#dav.makeCollection(path);
    try {
      await this.#dav.put(`${path}/.${generation}`, atMost(size + TAG_BYTES, until(expiresAt, body, this.#time)));
      const before = await this.#generations(key);
      await this.#dav.move(`${path}/.${generation}`, `${path}/${generation}`);
      for (const older of before) await this.#dav.delete(`${path}/${older.generation}`);
    } catch (error) {
      await this.#dav.delete(`${path}/.${generation}`).catch(() => undefined);
      throw error;
    }
    return { etag: etag(generation) };
  }

  /** The generations of an object. The last one counts: several are there for a moment, or after PUTs at the same time. */
  async #generations(/** @type {BlobKey} */ key) {
    const entries = await this.#dav.children(`${pathOf(key)}/`);
    return entries
      .filter(({ path, isCollection }) => !isCollection && isWhole(path))
      .map(({ path, size }) => ({ generation: path.slice(path.lastIndexOf('/') + 1), size }))
      .toSorted((a, b) => (a.generation < b.generation ? -1 : 1));
  }
}

/** A slash is no part of a name, and `.o` ends the collection of an object, which may lie in that of another. */
const pathOf = (/** @type {string} */ key) =>
  `${key
    .replaceAll('/', '_')
    .match(new RegExp(`.{1,${LONGEST_NAME}}`, 'g'))
    ?.join('/')}.o`;

/** The key of a file of a generation. */
const keyOf = (/** @type {string} */ path) =>
  blobKey(path.slice(0, path.lastIndexOf('/')).replaceAll('/', '').replace(/\.o$/, '').replaceAll('_', '/'));

const isWhole = (/** @type {string} */ path) => !path.slice(path.lastIndexOf('/') + 1).startsWith('.');

/** @param {number} bytes @param {AsyncIterable<Uint8Array>} body */
async function* atMost(bytes, body) {
  let received = 0;
  for await (const piece of body) {
    received += piece.byteLength;
    if (received > bytes) throw new BlobRefusal('PAYLOAD_TOO_LARGE');
    yield Uint8Array.from(piece);
  }
}

/** @returns {AsyncGenerator<Uint8Array>} */
async function* nothing() {}
