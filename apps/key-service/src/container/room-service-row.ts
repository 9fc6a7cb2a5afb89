import type { Settings } from '../config/settings.ts';
import { isTrusted, type TrustedKey } from '../release/known-keys.ts';
import { errorReason, keysOf } from '../release/trust.ts';
import { Problem } from './command.ts';
import { fetchFrom } from './fetch-keys.ts';

type Expected = Pick<Settings, 'roomService' | 'roomKeys' | 'url' | 'mode'>;
type Fields = Readonly<Record<string, unknown>>;

/** The room service where its keys are asked for, which may be an address that only this machine has. */
const baseOf = ({ roomService, roomKeys }: Expected): string =>
  /^https?:/.test(roomKeys) ? new URL(roomKeys).origin : roomService;

/**
 * Compares what the room service says of itself with the settings here: a difference refuses every grant. `key` is the thumbprint
 * of this key service. Throws Problem.
 */
export async function checkRoomService(settings: Expected, key: string): Promise<string> {
  const base = baseOf(settings);
  const text = await fetchFrom(`${base}/api/v1/service`)().catch((error: unknown) => {
    throw new Problem(`${base} does not answer: ${errorReason(error)}`);
  });
  const service = fieldsOf(parsed(text)['data']);
  const issuer = originOf(service['documents_url']);
  const offered = service['key_service'] === null ? undefined : fieldsOf(service['key_service']);
  const faults = [
    ...(issuer === settings.roomService
      ? []
      : [`it calls itself ${issuer}, and STRONGROOM_KEY_SERVICE_ROOM_SERVICE is ${settings.roomService}`]),
    ...(offered === undefined ? ['it has no STRONGROOM_KEY_SERVICE_URL'] : offerFaults(offered, settings, key)),
  ];
  if (faults.length > 0) throw new Problem(`${base}: ${faults.join('. ')}. Correct the settings of one side.`);
  return `${base}: it grants keys for ${settings.url}`;
}

function offerFaults(offered: Fields, { url, mode }: Expected, key: string): readonly string[] {
  const audience = originOf(offered['url']);
  if (audience !== url) return [`it grants keys for ${audience}, and STRONGROOM_KEY_SERVICE_URL is ${url}`];
  // Null while the key service does not run, or the room service does not reach it.
  const isOther = (value: unknown, own: string): boolean => value !== null && value !== own;
  return [
    ...(isOther(offered['key'], key) ? [`at ${url} it finds a key service with another key`] : []),
    ...(isOther(offered['proof'], mode)
      ? [`at ${url} it finds a key service with another STRONGROOM_KEY_SERVICE_PROOF`]
      : []),
  ];
}

/** The keys of the room service, and whether a grant of it can be served. `known`: those that were seen. Throws Problem. */
export async function roomKeysRow(settings: Expected, known: readonly TrustedKey[]): Promise<string> {
  const { roomKeys } = settings;
  const read = async (): Promise<readonly string[]> => [...keysOf(await fetchFrom(roomKeys)()).keys()];
  const kids = await read().catch((error: unknown) => {
    throw new Problem(`${roomKeys}: ${errorReason(error)}`);
  });
  const trusted = kids.filter((kid) => known.some((key) => key.kid === kid && isTrusted(key)));
  if (known.length > 0 && trusted.length === 0)
    throw new Problem(
      `${roomKeys}: none of its ${kids.length} keys is trusted here. Compare them with STRONGROOM_GRANT_KEY of the room service, then run trust accept ${kids[0] ?? ''}`,
    );
  return `${roomKeys}: ${kids.length}${known.length === 0 ? ', of which the first set is trusted' : `, ${trusted.length} trusted`}`;
}

/** Scheme, host and port of an address. What is not an address is not repeated. */
const originOf = (value: unknown): string =>
  (typeof value === 'string' ? URL.parse(value)?.origin : undefined) ?? 'something that is no address';

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    throw new Problem('the answer of the room service is no JSON');
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});
