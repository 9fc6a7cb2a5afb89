import { KeyRefusal, type ProofMode } from '@strongroom/domain';
import { aliveProbe, type Probe, probe } from '@strongroom/http-kernel';
import type { SignatureKey } from '@strongroom/ports';
import type { KeyRequest, ReleaseDeps, ReleasedKey } from '../release/key-request.ts';
import { releaseKeys } from '../release/release.ts';
import { keyServiceDocument } from './describe/document.ts';
import { type DeviceParts, deviceLinkRoutes, deviceRoutes } from './device-routes.ts';
import { KEY_STATUSES } from './errors/statuses.ts';
import { type PersonParts, personRoutes } from './person-routes.ts';
import { rowError } from './refusal-of.ts';
import { BATCH_LIMIT, BODY_LIMIT, batchBody, fieldsOf, readBytes, unwrapBody } from './request.ts';
import type { Route } from './server.ts';

type Parts = Readonly<{
  release: ReleaseDeps;
  /** Set in the modes in which people sign in with devices. */
  devices: DeviceParts | undefined;
  people: PersonParts | undefined;
  version: string;
  mode: ProofMode;
  publicKey: SignatureKey;
  thumbprint: string;
  /** Whether keys can be released now. */
  isReady: () => Promise<boolean>;
  /** Called for each key with the code of its refusal; undefined for a key that was released. */
  note?: ((refusal: string | undefined) => void) | undefined;
  /** Whether the process serves its last requests. */
  isDraining: () => boolean;
  /** Reason for which the record cannot be continued; undefined if it can. */
  recordFault: () => string | undefined;
}>;

/** Every address of the key service. */
export function routesOf(parts: Parts): readonly Route[] {
  const description = keyServiceDocument(parts.version);
  const ask = async (input: KeyRequest): Promise<readonly ReleasedKey[]> => {
    try {
      const all = await releaseKeys(parts.release, input);
      for (const row of all) parts.note?.('refusal' in row ? row.refusal.code : undefined);
      return all;
    } catch (error) {
      if (error instanceof KeyRefusal) parts.note?.(error.code);
      throw error;
    }
  };
  return [
    {
      method: 'POST',
      path: '/v1/unwrap',
      access: 'checked',
      handle: async ({ request, id, ip, caller }) => {
        const body = unwrapBody(fieldsOf(await readBytes(request, BODY_LIMIT)), parts.mode);
        const [released] = await ask({ ...body, request: { id, ip }, caller });
        if (released === undefined) throw new TypeError('a key has no outcome');
        if ('refusal' in released) throw released.refusal;
        return { status: 200, body: { data: released.sealed } };
      },
    },
    {
      method: 'POST',
      path: '/v1/unwrap/batch',
      access: 'checked',
      handle: async ({ request, id, ip, caller }) => {
        const body = batchBody(fieldsOf(await readBytes(request, BATCH_LIMIT)), parts.mode);
        const all = await ask({ ...body, request: { id, ip }, caller });
        return { status: 200, body: { data: all.map(rowOf) } };
      },
    },
    ...(parts.devices === undefined ? [] : deviceRoutes(parts.devices)),
    ...(parts.devices === undefined || parts.people !== undefined ? [] : deviceLinkRoutes(parts.devices)),
    ...(parts.people === undefined ? [] : personRoutes(parts.people)),
    {
      method: 'GET',
      path: '/v1/status',
      access: 'checked',
      handle: async () => {
        const { version, mode, thumbprint } = parts;
        return { status: 200, body: { data: { version, proof: mode, ready: await parts.isReady(), key: thumbprint } } };
      },
    },
    {
      method: 'GET',
      path: '/.well-known/jwks.json',
      access: 'open',
      handle: async () => ({
        status: 200,
        body: { keys: [{ ...parts.publicKey, kid: parts.thumbprint, alg: 'Ed25519', use: 'sig' }] },
      }),
    },
    {
      method: 'GET',
      path: '/openapi.json',
      access: 'open',
      handle: async () => ({ status: 200, body: description }),
    },
    health(aliveProbe(parts.version)),
    health(
      probe(
        '/readyz',
        async () =>
          (await parts.isReady())
            ? { isFine: true, report: { status: 'ready' } }
            : { isFine: false, report: { status: 'not ready', ...recordIn(parts.recordFault()) } },
        parts.isDraining,
      ),
    ),
  ];
}

const health = ({ path, answer }: Probe): Route => ({ method: 'GET', path, access: 'health', handle: answer });

const recordIn = (fault: string | undefined): object => (fault === undefined ? {} : { record: fault });

const rowOf = (released: ReleasedKey, index: number): object =>
  'sealed' in released
    ? { index, status: 200, data: released.sealed }
    : { index, status: KEY_STATUSES[released.refusal.code], ...rowError(released.refusal) };
