import { randomBytes } from 'node:crypto';
import type { KeyUnwrapper } from '@strongroom/client';
import { type Came, giving, type Reaction, refusing, type StandIn, standIn } from './service-stand-in.ts';

/** A service with one file whose behaviour a test can change. */
export type Rooms = StandIn &
  Readonly<{
    unwrap: KeyUnwrapper;
    /** Every unwrapped key, in its present state. */
    keys: readonly Uint8Array[];
    /** Bodies of the PUT requests, in turn. */
    objects: readonly Buffer[];
    /** iv and tag of its confirmation. */
    confirmed: () => Readonly<{ iv: string; tag: string }> | undefined;
    /** Methods and paths, without ids and queries. */
    steps: () => readonly string[];
  }>;

/** Replaces the usual answer to the n-th request (from 0) of that step. */
export type Fault = (step: string, index: number, came: Came) => Reaction | undefined;

const WRAPPED = { wrapped_dek: 'd3JhcHBlZA==', kms_key_id: 'k', wrapped_dek_aad: null, expires_at: 't' };
const LINK = `srl_${'x'.repeat(49)}`;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v1\/rooms\/[^/]+\/files\/upload-url$/, 'announce'],
  [/^\/api\/v1\/rooms\/[^/]+\/files\/[^/]+\/confirm$/, 'confirm'],
  [/^\/api\/v1\/files\/[^/]+\/download-url$/, 'download'],
  [/^\/api\/v1\/files\/bulk-download-urls$/, 'downloads'],
  [/^\/api\/v1\/files\/[^/]+\/share$/, 'share'],
  [/^\/api\/v1\/shares\/by-token\/[^/]+\/download$/, 'redeem'],
  [/^\/api\/v1\/shares\/by-token\/[^/]+$/, 'describe'],
  [/^\/api\/v1\/shares\/[^/]+$/, 'share'],
  [/^\/api\/v1\/files\/[^/]+$/, 'file'],
  [/^\/object/, 'object'],
];

const stepOf = ({ method, path }: Came): string =>
  `${method} ${NAMES.find(([pattern]) => pattern.test(path))?.[1] ?? path}`;

export async function rooms(fault: Fault = () => undefined): Promise<Rooms> {
  const dek = randomBytes(32);
  const keys: Uint8Array[] = [];
  const objects: Buffer[] = [];
  const counts = new Map<string, number>();
  let confirmed: { iv: string; tag: string } | undefined;
  const server = await standIn((came) => {
    const step = stepOf(came);
    const index = counts.get(step) ?? 0;
    counts.set(step, index + 1);
    return fault(step, index, came) ?? usual(step, came, index);
  });
  const released = (object = '/object') => ({
    ...WRAPPED,
    ...(confirmed ?? { iv: '', tag: '' }),
    download_url: `${server.url}${object}?signed`,
  });
  const downloads = (body: Buffer) => {
    const { items } = JSON.parse(body.toString()) as Readonly<{ items: readonly Readonly<{ file_id: string }>[] }>;
    return giving(
      items.map(({ file_id: id }, index) => ({ index, status: 200, data: released(`/object/${id}`) })),
      {},
    );
  };

  function usual(step: string, { body }: Came, index: number): Reaction {
    switch (step) {
      case 'POST announce':
        return giving({ ...WRAPPED, file_id: 'f', upload_url: `${server.url}/object/${index}?signed` });
      case 'PUT object':
        objects.push(body);
        return { status: 200, bytes: Buffer.alloc(0) };
      case 'POST confirm':
        confirmed = JSON.parse(body.toString()) as { iv: string; tag: string };
        return giving({ id: 'f', status: 'available' });
      case 'GET download':
      case 'POST redeem':
        return giving(released());
      case 'POST downloads':
        return downloads(body);
      case 'GET object':
        return { status: 200, bytes: objects.at(-1) ?? Buffer.alloc(0) };
      case 'GET describe':
        return giving({ name: 'n', size: 1, content_type: 'text/plain', expires_at: 't', remaining: 1 });
      case 'POST share':
        return giving({ id: 's', url: `${server.url}/api/v1/shares/by-token/${LINK}`, token: LINK });
      case 'DELETE file':
      case 'DELETE share':
        return giving({ id: 'f', status: 'deleted' });
      default:
        return refusing(404, 'ROUTE_NOT_FOUND');
    }
  }
  return {
    ...server,
    keys,
    objects,
    confirmed: () => confirmed,
    steps: () => server.came.map(stepOf),
    unwrap: {
      unwrap: async () => {
        const key = Uint8Array.from(dek);
        keys.push(key);
        return key;
      },
    },
  };
}
