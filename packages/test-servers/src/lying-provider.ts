import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT_SECRET } from './identity-provider.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How the tokens of a provider differ from right ones. `status`: the answer in place of a token. */
export type Lie = Readonly<{
  claims?: Fields;
  /** The page about the person, which the configuration then names. */
  userInfo?: Fields;
  header?: Fields;
  key?: 'unknown' | 'secret' | 'none';
  status?: number;
  /** The answer at a path of its, in place of the right one. `endless` never ends, `silent` never comes. */
  at?: Readonly<{ path: Path; body: string; type?: string; status?: number }>;
}>;

type Path = '/.well-known/openid-configuration' | '/keys' | '/token';

type KeyPair = Readonly<{ privateKey: KeyObject; jwk: Fields }>;

const SECOND = 1000;

function aKey(kid: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

const PIECE = ' '.repeat(65_536);

function lieAt(
  { body, type = 'application/json', status = 200 }: NonNullable<Lie['at']>,
  response: ServerResponse,
): void {
  if (body === 'silent') return;
  response.writeHead(status, { 'Content-Type': type });
  if (body !== 'endless') {
    response.end(body);
    return;
  }
  const more = (): void => {
    if (response.destroyed) return;
    if (response.write(PIECE)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

/** An identity provider whose tokens fail the check that a test chooses. Every code is good, and each person is `ada`. */
export class LyingProvider {
  readonly issuer: string;
  lie: Lie = {};
  /** The nonce of the next token. */
  nonce = '';
  isDown = false;
  /** Codes that it was asked for a token with. */
  asked = 0;
  readonly #clientId: string;
  readonly #server: Server;
  readonly #known = aKey('first');
  readonly #unknown = aKey('second');

  private constructor(server: Server, clientId: string) {
    this.#server = server;
    this.#clientId = clientId;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const answer = (status: number, body: unknown): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.url === '/token') this.asked += 1;
      const { at } = this.lie;
      if (this.isDown) request.socket.destroy();
      else if (at !== undefined && at.path === request.url) lieAt(at, response);
      else if (request.url === '/.well-known/openid-configuration') answer(200, this.#configuration());
      else if (request.url === '/userinfo') answer(this.lie.userInfo === undefined ? 401 : 200, this.lie.userInfo);
      else if (request.url === '/keys') answer(200, { keys: [this.#known.jwk] });
      else if (this.lie.status !== undefined) answer(this.lie.status, { error: 'server_error' });
      else {
        const id_token = this.token({ nonce: this.nonce, ...this.lie.claims }, this.lie.header);
        answer(200, { access_token: 'x', token_type: 'Bearer', id_token });
      }
    });
  }

  static async start(clientId: string): Promise<LyingProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LyingProvider(server, clientId);
  }

  #configuration = (): Fields => ({
    issuer: this.issuer,
    authorization_endpoint: `${this.issuer}/authorize`,
    token_endpoint: `${this.issuer}/token`,
    jwks_uri: `${this.issuer}/keys`,
    ...(this.lie.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  });

  /** A token with these claims beside correct ones, signed in the way of the lie. */
  token(claims: Fields, header: Fields = {}): string {
    const now = Math.floor(Date.now() / SECOND);
    const body = { iss: this.issuer, aud: this.#clientId, sub: 'ada', iat: now, exp: now + 60, ...claims };
    const signed = (head: Fields, sign: (text: string) => string): string => {
      const text = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return `${text}.${sign(text)}`;
    };
    if (this.lie.key === 'none') return signed({ alg: 'none' }, () => '');
    if (this.lie.key === 'secret')
      return signed({ alg: 'HS256' }, (text) => createHmac('sha256', CLIENT_SECRET).update(text).digest('base64url'));
    const { privateKey, jwk } = this.lie.key === 'unknown' ? this.#unknown : this.#known;
    return signed({ alg: 'RS256', kid: jwk['kid'], ...header }, (text) =>
      createSign('sha256').update(text).sign(privateKey, 'base64url'),
    );
  }

  /** Tells the truth again, and answers. */
  reset(): void {
    [this.lie, this.nonce, this.isDown] = [{}, '', false];
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
