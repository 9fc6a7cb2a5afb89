import { createPublicKey, sign, verify } from 'node:crypto';
import { Refused } from './bucket.ts';
import type { Keys } from './signature.ts';

type Answer = Readonly<{ status: number; body: unknown }>;

/** The metadata server of a machine with the first account attached, and IAM's signature service. */
export function answerMachine(path: string, authorization: string, body: string, keys: Keys): Answer {
  const [[email, key] = ['', '']] = Object.entries(keys.accounts);
  const property = path.split('/').at(-1);
  if (property === 'token')
    return { status: 200, body: { access_token: MACHINE_TOKEN, expires_in: 3600, token_type: 'Bearer' } };
  if (property === 'instance') return { status: 200, body: 'a machine' };
  if (property === 'email') return { status: 200, body: email };
  if (path.endsWith('/service-accounts')) return { status: 200, body: { default: { email } } };
  if (path !== `/v1/projects/-/serviceAccounts/${email}:signBlob`) return { status: 404, body: 'not here' };
  if (!isAuthorized(authorization, keys)) throw new Refused(401, 'required', 'Anonymous caller.');
  const { payload } = JSON.parse(body) as { payload: string };
  return { status: 200, body: { signedBlob: sign('sha256', Buffer.from(payload, 'base64'), key).toString('base64') } };
}

/** Token from the metadata server of a machine. */
const MACHINE_TOKEN = 'ya29.of-the-machine';

/** A valid self-signed token of the account for storage, or the token that its machine received. */
export function isAuthorized(authorization: string, keys: Keys): boolean {
  const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
  if (token === MACHINE_TOKEN) return true;
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (claims === '') return false;
  const { iss, exp, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Readonly<
    Record<string, unknown>
  >;
  const key = keys.accounts[String(iss)];
  const isFresh = Number(exp) > Date.now() / 1000 && String(scope).includes('devstorage');
  const text = Buffer.from(`${head}.${claims}`);
  return (
    key !== undefined && isFresh && verify('sha256', text, createPublicKey(key), Buffer.from(signature, 'base64url'))
  );
}
