import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantSigner, LocalKeyring, openSqliteDocuments, signingKeyFrom, systemClock } from '@strongroom/adapter-local';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import type { AuditEvent, FileId, GrantClaims, KeyPerson, OrgId, RoomId } from '@strongroom/domain';
import type { GrantSigner, SigningKey } from '@strongroom/ports';
import { freePort } from '@strongroom/test-servers/free-port';
import { CLIENT_SECRET, IdentityProviderProcess, keyService } from '@strongroom/test-servers/identity-provider';
import { readSettings, type Settings } from '../src/config/settings.ts';
import { lineLog } from '../src/container/line-log.ts';
import { type KeyService, openKeyService } from '../src/container/open-key-service.ts';
import { openStore } from '../src/container/store.ts';

export const ROOM_SERVICE = 'https://rooms.example.com';

/** A P-256 key as a client has one. */
export type Client = Readonly<{ privateKey: KeyObject; jwk: Readonly<Record<string, string>>; jkt: string }>;

export function aClient(): Client {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { privateKey, jwk: { kty, crv, x, y }, jkt };
}

/** An enrolled device, with its private key in hand. */
export type Device = Readonly<{ id: string; person: KeyPerson; privateKey: KeyObject }>;

/** The parts of a device's proof that differ from a right one. `text` replaces all of it. */
export type ProofChanges = Readonly<{
  header?: Readonly<Record<string, unknown>>;
  claims?: Readonly<Record<string, unknown>>;
  key?: KeyObject;
  signer?: SigningKey;
  text?: string | undefined;
}>;

/** A client whose person signed in: its key, and the person. */
export type Person = Readonly<{ client: Client; person: KeyPerson; acr?: string; amr?: readonly string[] }>;

/** A file with its wrapped key. */
export type WrappedFileKey = Readonly<{
  org: string;
  room: string;
  file: string;
  kmsKeyId: string;
  wrappedDek: string;
}>;

/** A key service over a keyring of its own, with the signing key of a room service in hand. */
export class Setting {
  readonly folder = mkdtempSync(join(tmpdir(), 'strongroom-key-service-'));
  readonly logged: string[] = [];
  readonly signer: GrantSigner = grantSigner(signingKeyFrom(randomBytes(32).toString('base64url')));
  readonly org = randomUUID();
  url = '';
  /** Settings beside those that every test has. */
  more: Readonly<Record<string, string>> = {};
  #service: KeyService | undefined;
  #keyring: LocalKeyring | undefined;
  #provider: IdentityProviderProcess | undefined;

  static async start(more: Readonly<Record<string, string>> = {}): Promise<Setting> {
    const setting = new Setting();
    setting.url = `http://127.0.0.1:${await freePort()}`;
    return setting.#begin(more);
  }

  async #begin(more: Readonly<Record<string, string>>): Promise<Setting> {
    this.publish([this.signer]);
    this.#keyring = await LocalKeyring.open({ folder: join(this.folder, 'keys'), clock: systemClock });
    await this.open(more);
    return this;
  }

  /** Starts in the mode in which people sign in at a real identity provider. */
  static async withProvider(more: Readonly<Record<string, string>> = {}): Promise<Setting> {
    const setting = new Setting();
    setting.url = `http://127.0.0.1:${await freePort()}`;
    setting.#provider = await IdentityProviderProcess.make();
    await setting.#provider.start([keyService(setting.url)]);
    return setting.#begin({
      STRONGROOM_KEY_SERVICE_PROOF: 'oidc',
      STRONGROOM_KEY_SERVICE_OIDC_ISSUER: setting.#provider.issuer,
      STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID: 'strongroom-keys',
      STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ...more,
    });
  }

  /** Writes the key set of the room service. */
  publish(signers: readonly Pick<GrantSigner, 'publicKey'>[]): void {
    writeFileSync(join(this.folder, 'jwks.json'), JSON.stringify({ keys: signers.map(({ publicKey }) => publicKey) }));
  }

  async open(more = this.more): Promise<void> {
    this.more = more;
    this.#service = await openKeyService(
      this.#settings(),
      lineLog((text) => this.logged.push(text)),
    );
    await this.ready();
  }

  /** Writes a policy, and returns its path. */
  policy(labels: object): string {
    const path = join(this.folder, 'policy.json');
    writeFileSync(path, JSON.stringify({ version: 1, labels }));
    return path;
  }

  /** The environment of this key service, for its commands. */
  get environment(): Readonly<Record<string, string>> {
    return {
      STRONGROOM_DATA_DIR: this.folder,
      STRONGROOM_KEY_SERVICE_PORT: new URL(this.url).port,
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: ROOM_SERVICE,
      STRONGROOM_KEY_SERVICE_ROOM_KEYS: join(this.folder, 'jwks.json'),
      ...this.more,
    };
  }

  #settings(): Settings {
    const read = readSettings(this.environment);
    if ('problems' in read) throw new Error(read.problems.join('\n'));
    return read.settings;
  }

  async ready(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      if ((await fetch(`${this.url}/readyz`).catch(() => undefined))?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('the key service is not ready');
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
  }

  async end(): Promise<void> {
    await this.stop();
    await this.#provider?.stop();
    rmSync(this.folder, { recursive: true });
  }

  get keyring(): LocalKeyring {
    if (this.#keyring === undefined) throw new Error('the setting has no keyring');
    return this.#keyring;
  }

  get provider(): IdentityProviderProcess {
    if (this.#provider === undefined) throw new Error('the setting has no identity provider');
    return this.#provider;
  }

  /** The key with which the key service signs, as a thief of its folder has it. */
  get answerKey(): SigningKey {
    return signingKeyFrom(textOf(this, 'key-service', 'keys', 'answers.key').trim());
  }

  /** The proof that the key service makes after a sign-in. */
  personProof(
    { client, person, acr, amr }: Person,
    { header, claims, text }: ProofChanges = {},
    key = this.answerKey,
  ): string {
    if (text !== undefined) return text;
    const iat = Math.floor(Date.now() / 1000);
    const jti = randomBytes(16).toString('base64url');
    const signed = [
      { alg: 'Ed25519', typ: 'strongroom-person+jwt', kid: this.answerKey.thumbprint, ...header },
      {
        iss: this.url,
        aud: this.url,
        iat,
        exp: iat + 900,
        jti,
        idp: person,
        cnf: { jkt: client.jkt },
        acr,
        amr,
        ...claims,
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${signed}.${key.sign(signed)}`;
  }

  /** A new file, in a new room unless one is given. */
  async aFile(inRoom?: Pick<WrappedFileKey, 'room' | 'kmsKeyId'>): Promise<WrappedFileKey> {
    const room = inRoom?.room ?? randomUUID();
    const file = randomUUID();
    const binding = { orgId: this.org as OrgId, roomId: room as RoomId, fileId: file as FileId };
    const kmsKeyId = inRoom?.kmsKeyId ?? (await this.keyring.createKey(binding));
    const { wrappedDek } = await this.keyring.wrapNewDataKey(kmsKeyId as never, binding);
    return { org: this.org, room, file, kmsKeyId, wrappedDek };
  }

  claims(
    wrapped: WrappedFileKey,
    { jkt }: Pick<Client, 'jkt'>,
    more: Partial<GrantClaims> = {},
  ): Omit<GrantClaims, 'wdk'> {
    const iat = Math.floor(Date.now() / 1000);
    return {
      iss: ROOM_SERVICE,
      aud: this.url,
      iat,
      exp: iat + 120,
      jti: randomBytes(16).toString('base64url'),
      sub: `user:${randomUUID()}`,
      op: 'open',
      org: wrapped.org,
      room: wrapped.room,
      room_label: 'C2',
      file: wrapped.file,
      label: 'C2',
      kms_key_id: wrapped.kmsKeyId,
      cnf: { jkt },
      evt: randomUUID(),
      ...more,
    };
  }

  grant(wrapped: WrappedFileKey, client: Pick<Client, 'jkt'>, more: Partial<GrantClaims> = {}): string {
    return this.signer.sign(this.claims(wrapped, client, more), wrapped.wrappedDek);
  }

  /** Makes a code as the operator does: for a new person, for another device of a known one, or for one of the provider. */
  async code(of?: string | KeyPerson): Promise<string> {
    const person = typeof of === 'string' ? { iss: this.url, id: of } : of;
    const store = await openStore(
      this.#settings(),
      lineLog(() => undefined),
    );
    try {
      return (await store.enrolment.makeCode({ note: 'anna@example.org', person })).code;
    } finally {
      await store.close();
    }
  }

  /** Enrols a device, of a new person unless one is given. */
  async enrol(person?: string | KeyPerson): Promise<Device> {
    const { privateKey, jwk } = aClient();
    const body = { code: await this.code(person), public_key: jwk, name: 'laptop' };
    const response = await this.post('/v1/devices', body);
    const { device, person: enrolled } = response.json.data as unknown as { device: string; person: KeyPerson };
    return { id: device, person: enrolled, privateKey };
  }

  /** A device's proof for a text: a grant, or what a call without one covers. */
  proof(device: Device, covered: string, { header, claims, key = device.privateKey }: ProofChanges = {}): string {
    const iat = Math.floor(Date.now() / 1000);
    const gh = createHash('sha256').update(covered).digest('base64url');
    const jti = randomBytes(16).toString('base64url');
    const signed = [
      { alg: 'ES256', typ: 'strongroom-device+jwt', kid: device.id, ...header },
      { iss: device.id, aud: this.url, iat, exp: iat + 60, jti, gh, ...claims },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** The header of a call without a grant. */
  authorization(device: Device, method: string, path: string, body: string, more: ProofChanges = {}): string {
    const digest = createHash('sha256').update(body).digest('base64url');
    return `Strongroom-Device ${this.proof(device, [method, path, digest].join('\n'), more)}`;
  }

  async post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<KeyAnswer> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as KeyAnswer['json'] };
  }

  /** The events of the record. */
  async record(): Promise<readonly AuditEvent[]> {
    const documents = await openSqliteDocuments({ path: join(this.folder, 'key-service', 'record.db') });
    try {
      return await documents.audit.list({ labels: ['', 'C1', 'C2', 'C3', 'C4', 'C9'] }, { limit: 1000 });
    } finally {
      await documents.close();
    }
  }

  known(wrapped: WrappedFileKey): Promise<Uint8Array> {
    return unwrapDataKey(join(this.folder, 'keys'), wrapped.wrappedDek, wrapped.kmsKeyId);
  }

  /** Opens a sealed key as a client does, without any code of the service. Throws where the signature is wrong. */
  async opened(
    sealed: SealedAnswer,
    grant: string,
    { file, op }: Readonly<{ file: string; op: string }>,
    client: Client,
  ): Promise<Buffer> {
    const { x, y } = sealed.epk;
    const epkThumbprint = createHash('sha256')
      .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
      .digest('base64url');
    const grantHash = createHash('sha256').update(grant).digest('base64url');
    const info = ['strongroom/v1/unwrap', this.url, file, op, grantHash, client.jkt, epkThumbprint].join('\n');
    const { keys } = (await (await fetch(`${this.url}/.well-known/jwks.json`)).json()) as {
      keys: [Record<string, string>];
    };
    const signed = Buffer.from(['strongroom/v1/answer', info, sealed.wrapped_key].join('\n'));
    const serviceKey = createPublicKey({ key: keys[0], format: 'jwk' });
    if (!verify(null, signed, serviceKey, Buffer.from(sealed.sig, 'base64url')))
      throw new Error('the signature is wrong');
    const publicKey = createPublicKey({ key: { ...sealed.epk }, format: 'jwk' });
    const shared = diffieHellman({ privateKey: client.privateKey, publicKey });
    const kek = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), info, 32));
    const decipher = createDecipheriv('id-aes256-wrap', kek, Buffer.alloc(8, 0xa6));
    return Buffer.concat([decipher.update(Buffer.from(sealed.wrapped_key, 'base64url')), decipher.final()]);
  }
}

export type SealedAnswer = Readonly<{
  epk: Readonly<Record<string, string>>;
  wrapped_key: string;
  sig: string;
  jti: string;
}>;

export type KeyAnswer = Readonly<{
  status: number;
  headers: Headers;
  json: Readonly<{ data?: SealedAnswer & readonly ReleasedRow[]; error?: Readonly<{ code: string; message: string }> }>;
}>;

export type ReleasedRow = Readonly<{
  index: number;
  status: number;
  data?: SealedAnswer;
  error?: Readonly<{ code: string }>;
}>;

/** The text of a file of the setting. */
export const textOf = (setting: Setting, ...path: readonly string[]): string =>
  readFileSync(join(setting.folder, ...path), 'latin1');
