import { KeyDestroyed, NotAuthentic, Unavailable } from '@strongroom/ports';

/** Milliseconds for a call. A request of the service has less than five seconds. */
const DEADLINE_MS = 4000;

/** The name of a key of a room. Every other name is refused before Vault is asked. */
const KEY = /^strongroom-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A sentence of the engine, by which a key that is gone is told from a wrapped key that is not authentic. */
const GONE = 'encryption key not found';

/** The calls of the Transit engine that the adapter makes, with the errors of the ports. */
export class Transit {
  #url;
  #mount;
  #headers;
  #isClosed = false;

  /**
   * `URL` and `TOKEN` are required. `MOUNT` is the path of the engine, `NAMESPACE` that of Vault Enterprise.
   *
   * @param {import('@strongroom/ports').TextSettings} settings
   */
  constructor({ URL: url, TOKEN: token, MOUNT: mount = 'transit', NAMESPACE: namespace }) {
    if (url === undefined || !/^https?:\/\//u.test(url))
      throw new Error(
        'STRONGROOM_KEYS_MODULE_URL is missing: give the address of Vault, as https://vault.example:8200',
      );
    if (token === undefined) throw new Error('STRONGROOM_KEYS_MODULE_TOKEN is missing: give a token of Vault');
    this.#url = url.replace(/\/+$/u, '');
    this.#mount = mount;
    this.#headers = {
      'Content-Type': 'application/json',
      'X-Vault-Token': token,
      'X-Vault-Request': 'true',
      ...(namespace !== undefined && { 'X-Vault-Namespace': namespace }),
    };
  }

  /** Makes a key that can be deleted and never exported. @param {string} key */
  async createKey(key) {
    await this.#ask('POST', `keys/${key}`, { type: 'aes256-gcm96', exportable: false, allow_plaintext_backup: false });
    await this.#ask('POST', `keys/${key}/config`, { deletion_allowed: true });
  }

  /** Marks a key as destroyed, once. @param {string} key */
  async mark(key) {
    await this.#ask('POST', `keys/${markOf(key)}`, { type: 'aes256-gcm96' });
  }

  /** The moment at which a key was marked, in milliseconds; undefined without a mark. @param {string} key */
  async markedAt(key) {
    const found = await this.#ask('GET', `keys/${markOf(key)}`);
    const seconds = found?.keys?.['1'];
    return typeof seconds === 'number' ? seconds * 1000 : undefined;
  }

  /** @param {string} key */
  async isThere(key) {
    return isName(key) && (await this.#ask('GET', `keys/${key}`)) !== undefined;
  }

  /** Resolves also where another request has deleted it meanwhile. @param {string} key */
  async deleteKey(key) {
    try {
      await this.#ask('DELETE', `keys/${key}`);
    } catch (error) {
      if (await this.isThere(key)) throw error;
    }
  }

  /** A new data key of 32 bytes, wrapped: `vault:v1:…`. @param {string} key */
  async wrapNewDataKey(key) {
    refuseOther(key);
    return (await this.#ask('POST', `datakey/wrapped/${key}`, { bits: 256 }))?.ciphertext;
  }

  /** The plaintext in base64. @param {string} key @param {string} ciphertext */
  async decrypt(key, ciphertext) {
    refuseOther(key);
    return (await this.#ask('POST', `decrypt/${key}`, { ciphertext }))?.plaintext;
  }

  /** Whether Vault is there and not sealed: 200, or 429 and 473 for its standby nodes. */
  async check() {
    const { status } = await this.#send('GET', 'sys/health');
    if (![200, 429, 473].includes(status)) throw unavailable(`Vault answers ${status}`);
  }

  close() {
    this.#isClosed = true;
  }

  /**
   * The data of an answer; undefined for one without, and for something that is not there.
   *
   * @param {'GET' | 'POST' | 'DELETE'} method @param {string} path @param {object} [body]
   */
  async #ask(method, path, body) {
    const answer = await this.#send(method, `${this.#mount}/${path}`, body);
    if (answer.ok) return answer.body?.data;
    if (method === 'GET' && answer.status === 404) return undefined;
    /** @type {unknown[]} */
    const errors = answer.body?.errors ?? [];
    if (answer.status === 400 && errors.some((error) => String(error).includes(GONE))) throw new KeyDestroyed();
    if (answer.status === 400 && path.startsWith('decrypt/')) throw new NotAuthentic();
    // A token that may not do this is a fault of the installation, and no reason to give up a key.
    throw unavailable(`Vault answers ${answer.status} for ${method} ${path.split('/')[0]}`);
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  async #send(method, path, body) {
    if (this.#isClosed) throw unavailable('the connection is closed');
    try {
      const answer = await fetch(`${this.#url}/v1/${path}`, {
        method,
        headers: this.#headers,
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { ok: answer.ok, status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch (error) {
      throw new Unavailable('keys', { cause: error });
    }
  }
}

/** @param {string} reason */
const unavailable = (reason) => new Unavailable('keys', { cause: new Error(reason) });

/** @param {string} key */
const isName = (key) => KEY.test(key);

/** @param {string} key */
const markOf = (key) => `${key}-destroyed`;

/** @param {string} key */
function refuseOther(key) {
  if (!isName(key)) throw new KeyDestroyed();
}
