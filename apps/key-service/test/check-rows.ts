import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { signingKeyFrom } from '@strongroom/adapter-local';
import type { GrantClaims } from '@strongroom/domain';
import {
  aClient,
  type Client,
  type Device,
  type Person,
  type ProofChanges,
  ROOM_SERVICE,
  type Setting,
  type WrappedFileKey,
} from './setting.ts';

/** The subject of a test file, which sets it before its tests. */
export const rowSetting = {} as {
  setting: Setting;
  client: Client;
  wrapped: WrappedFileKey;
  other: WrappedFileKey;
  /** Present in the modes in which people prove themselves so. */
  device?: Device;
  person?: Person;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
};

export const now = (): number => Math.floor(Date.now() / 1000);
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of a request that a row replaces. */
type Changes = Readonly<{
  claims?: () => Partial<Record<keyof GrantClaims, unknown>>;
  header?: () => Readonly<Record<string, unknown>>;
  grant?: (grant: string) => string;
  body?: () => Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** The proof of the person; null for none. */
  proof?: () => ProofChanges | null;
  /** The proof of the device on top of that of the person; null for none. */
  onTop?: () => (ProofChanges & Readonly<{ device?: Device; covered?: string }>) | null;
}>;

export type CheckRow = Readonly<{ fails: string; code: string; status: number; rule: string | null } & Changes>;

/** In the order of the checks. `rule`: as the record names it; null where nothing is recorded. */
export const ROWS: readonly CheckRow[] = [
  { fails: 'the origin', code: 'ORIGIN_REFUSED', status: 403, rule: null, headers: { origin: 'https://evil.example' } },
  { fails: 'the host name', code: 'ORIGIN_REFUSED', status: 403, rule: null, headers: { host: 'evil.example' } },
  {
    fails: 'the media type',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    rule: null,
    headers: { 'content-type': 'text/plain' },
  },
  {
    fails: 'the size',
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
    rule: null,
    body: () => ({ reason: 'x'.repeat(17_000) }),
  },
  { fails: 'the names of fields', code: 'VALIDATION_ERROR', status: 400, rule: null, body: () => ({ persons: 'x' }) },
  {
    fails: 'the form of the reason',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ reason: 'closing \ud800' }),
  },
  {
    fails: 'the length of the grant',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    grant: (grant) => grant + 'x'.repeat(4096),
  },
  {
    fails: 'the spelling of the wrapped key',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ wrapped_dek: `${rowSetting.wrapped.wrappedDek.replace(/=*$/, '')}====` }),
  },
  {
    fails: 'the client key, which is private',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ client_key: { ...rowSetting.client.jwk, d: rowSetting.client.jwk['x'] } }),
  },
  {
    fails: 'the client key, which is padded',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ client_key: { ...rowSetting.client.jwk, x: `${rowSetting.client.jwk['x']}=` } }),
  },
  {
    fails: 'the client key, which is not on the curve',
    code: 'VALIDATION_ERROR',
    status: 400,
    rule: null,
    body: () => ({ client_key: { ...rowSetting.client.jwk, y: rowSetting.client.jwk['x'] } }),
  },
  { fails: 'the form of the grant', code: 'GRANT_INVALID', status: 403, rule: null, grant: (grant) => `${grant}.x` },
  {
    fails: 'the spelling of the grant',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    grant: (grant) => grant.replace(/\.[^.]*$/, (part) => `${part}=`),
  },
  { fails: 'the typ', code: 'GRANT_INVALID', status: 403, rule: null, header: () => ({ typ: 'Strongroom-Grant+jwt' }) },
  {
    fails: 'the typ, that of another token',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    header: () => ({ typ: 'strongroom-person+jwt' }),
  },
  { fails: 'the alg, which is none', code: 'GRANT_INVALID', status: 403, rule: null, header: () => ({ alg: 'none' }) },
  { fails: 'the alg', code: 'GRANT_INVALID', status: 403, rule: null, header: () => ({ alg: 'EdDSA' }) },
  { fails: 'the header, which has more', code: 'GRANT_INVALID', status: 403, rule: null, header: () => ({ jwk: {} }) },
  { fails: 'the kid', code: 'GRANT_INVALID', status: 403, rule: null, header: () => ({ kid: 'A'.repeat(43) }) },
  {
    fails: 'the signature',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    grant: (grant) => grant.replace(/\.[^.]*$/, `.${randomBytes(64).toString('base64url')}`),
  },
  {
    fails: 'the claims, of which one was changed',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    grant: changedClaim,
  },
  {
    fails: 'the claims, of which one is missing',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    claims: () => ({ evt: undefined }),
  },
  {
    fails: 'the times, of which there is no end',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    claims: () => ({ exp: undefined }),
  },
  {
    fails: 'the times, which are not whole',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    claims: () => ({ exp: now() + 60.5 }),
  },
  {
    fails: 'the audience, which is a list',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    claims: () => ({ aud: [rowSetting.setting.url] }),
  },
  { fails: 'the op', code: 'GRANT_INVALID', status: 403, rule: null, claims: () => ({ op: 'read' }) },
  {
    fails: 'the subject, a link with a person',
    code: 'GRANT_INVALID',
    status: 403,
    rule: null,
    claims: () => ({ sub: `share:${randomUUID()}`, person: { iss: 'x', id: 'y' } }),
  },
  {
    fails: 'the issuer',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-issuer',
    claims: () => ({ iss: 'https://other.example.com' }),
  },
  {
    fails: 'the issuer, by a slash',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-issuer',
    claims: () => ({ iss: `${ROOM_SERVICE}/` }),
  },
  {
    fails: 'the audience',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-audience',
    claims: () => ({ aud: 'https://keys.example.com' }),
  },
  {
    fails: 'the life, which is too long',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-life',
    claims: () => ({ iat: now(), exp: now() + 121 }),
  },
  {
    fails: 'the life, which is none',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-life',
    claims: () => ({ iat: now(), exp: now() }),
  },
  {
    fails: 'the beginning',
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-not-yet',
    claims: () => ({ iat: now() + 90, exp: now() + 120 }),
  },
  {
    fails: 'the end',
    code: 'GRANT_EXPIRED',
    status: 403,
    rule: 'grant-expired',
    claims: () => ({ iat: now() - 150, exp: now() - 31 }),
  },
  {
    fails: "the client's key",
    code: 'GRANT_INVALID',
    status: 403,
    rule: 'grant-client',
    claims: () => ({ cnf: { jkt: aClient().jkt } }),
  },
  {
    fails: 'the wrapped key',
    code: 'WRAPPED_KEY_MISMATCH',
    status: 400,
    rule: 'wrapped-key',
    body: () => ({ wrapped_dek: rowSetting.other.wrappedDek }),
  },
  {
    fails: 'the label',
    code: 'POLICY_DENIED',
    status: 403,
    rule: 'labels-known',
    claims: () => ({ room_label: 'C9' }),
  },
  {
    fails: 'the policy of links',
    code: 'POLICY_DENIED',
    status: 403,
    rule: 'link-allowed',
    claims: () => ({ sub: `share:${randomUUID()}` }),
  },
  {
    fails: 'the key, which is of another room',
    code: 'WRAPPED_KEY_MISMATCH',
    status: 400,
    rule: 'key-not-authentic',
    claims: () => ({ kms_key_id: rowSetting.other.kmsKeyId }),
  },
  {
    fails: 'the key, which is unknown',
    code: 'KEY_DESTROYED',
    status: 410,
    rule: 'key-destroyed',
    claims: () => ({ kms_key_id: `local:${randomUUID()}` }),
  },
];

function changedClaim(grant: string): string {
  const [header, payload = '', signature] = grant.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return [header, encoded({ ...claims, file: randomUUID() }), signature].join('.');
}

/** A request that passes every check, but for the changes of these rows. */
export function requestWith(rows: readonly Changes[]) {
  const { person: granted } = rowSetting.person ?? rowSetting.device ?? {};
  const person = granted === undefined ? {} : { person: granted };
  const claims = Object.assign(
    rowSetting.setting.claims(rowSetting.wrapped, rowSetting.client, person),
    ...rows.map((row) => row.claims?.()),
  ) as GrantClaims;
  const grant = rowSetting.setting.signer.sign(claims, rowSetting.wrapped.wrappedDek);
  const header = Object.assign({}, ...rows.map((row) => row.header?.())) as object;
  const shaped = Object.keys(header).length === 0 ? grant : signedWith(header, grant);
  const sent = rows.reduce((text, row) => row.grant?.(text) ?? text, shaped);
  return {
    headers: Object.assign({}, rowSetting.headers, ...rows.map((row) => row.headers)) as Record<string, string>,
    body: {
      grant: sent,
      ...proofFor(sent, rows),
      wrapped_dek: rowSetting.wrapped.wrappedDek,
      client_key: rowSetting.client.jwk,
      ...(Object.assign({}, ...rows.map((row) => row.body?.())) as object),
    },
  };
}

/** The proof of the person for a grant as it is sent. */
function proofFor(grant: string, rows: readonly Changes[]): Readonly<{ device?: string; person?: string }> {
  const { setting, device, person } = rowSetting;
  const changes = rows.map((row) => row.proof?.());
  if (changes.includes(null)) return {};
  const { text, ...more } = Object.assign({}, ...changes) as ProofChanges;
  if (person !== undefined)
    return { person: setting.personProof(person, { ...more, text }, more.signer), ...onTopFor(grant, rows) };
  return device === undefined ? {} : { device: text ?? setting.proof(device, grant, more) };
}

/** The proof of the device beside that of the person, where the tests have one. */
function onTopFor(grant: string, rows: readonly Changes[]): Readonly<{ device?: string }> {
  const changes = rows.map((row) => row.onTop?.());
  if (rowSetting.device === undefined || changes.includes(null)) return {};
  const { text, covered = grant, device = rowSetting.device, ...more } = Object.assign({}, ...changes) as OnTopChanges;
  return { device: text ?? rowSetting.setting.proof(device, covered, more) };
}

type OnTopChanges = Exclude<ReturnType<NonNullable<Changes['onTop']>>, null>;

/** The key of a room service whose rows have another header. */
export const seed = randomBytes(32).toString('base64url');

/** The same claims under another header, signed with the right key. */
function signedWith(header: object, grant: string): string {
  const [head = '', payload = ''] = grant.split('.');
  const whole = { ...(JSON.parse(Buffer.from(head, 'base64url').toString()) as object), ...header };
  const signed = `${encoded(whole)}.${payload}`;
  return `${signed}.${signingKeyFrom(seed).sign(signed)}`;
}

export type RowAnswer = Readonly<{ status: number; text: string; code: string }>;

/** `fetch` sets the host itself. */
export const send = ({ headers, body }: ReturnType<typeof requestWith>): Promise<RowAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(rowSetting.setting.url);
    const sent = { 'content-type': 'application/json', host, ...headers };
    httpRequest({ hostname, port, path: '/v1/unwrap', method: 'POST', headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => {
        const { error } = JSON.parse(text) as { error?: { code: string } };
        resolve({ status: response.statusCode ?? 0, text, code: error?.code ?? '' });
      });
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });

export const countReleased = async (): Promise<number> =>
  (await rowSetting.setting.record()).filter(({ type }) => type === 'key.released').length;
