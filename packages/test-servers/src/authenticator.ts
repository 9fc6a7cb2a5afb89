import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = Readonly<{ challenge: string }>;
type At = Readonly<{ origin?: string; host?: string }>;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** CBOR of byte strings, of texts and of pairs of a head and a value, as short as an authenticator writes it. */
const bytes = (value: Buffer): Buffer =>
  Buffer.concat([value.length < 24 ? Buffer.from([0x40 + value.length]) : Buffer.from([0x58, value.length]), value]);
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** A passkey in software, of the form that browsers send (WebAuthn level 3, attestation "none"). */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  readonly #home: Required<At>;
  /** Number of signatures. */
  counter = 0;

  constructor(home: At = {}) {
    this.#home = { origin: 'https://rooms.example', host: 'rooms.example', ...home };
  }

  /** Answers `navigator.credentials.create`. */
  create(options: string, at: At = {}): string {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const data = Buffer.concat([this.#data(0x41, at), Buffer.alloc(16), length, this.#id, key]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(data),
    ]);
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', options, at).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  use(options: string, at: At = {}): string {
    this.counter++;
    const data = this.#data(0x01, at);
    const client = this.#client('webauthn.get', options, at);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey).toString('base64url'),
    });
  }

  #data(flags: number, { host = this.#home.host }: At): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter]);
  }

  #client(type: string, options: string, { origin = this.#home.origin }: At): Buffer {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- options of the service under test
    const { challenge } = JSON.parse(options) as Options;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #answer(response: object): string {
    const id = this.#id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
