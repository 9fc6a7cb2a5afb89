import type { KeyServiceHint, KeyServiceLink } from '@strongroom/application';
import { getText, UnexpectedStatus } from '@strongroom/http-kernel';
import { type Clock, Unavailable } from '@strongroom/ports';
import { AnswerTooLong } from '@strongroom/store-kit';
import type { Settings } from '../config/settings.ts';
import { linkVerifier } from './link-verifier.ts';
import type { OutsideAlarms } from './outside-alarms.ts';
import type { PublicAddress } from './public-address.ts';

/** Milliseconds. */
const DEADLINE = 1500;
const FRESH = 60_000;
const FAILED = 5000;
const MAX_BYTES = 65_536;

/** The key service of the settings, as the configuration of the application. */
export function keyServiceLink(
  { keyServiceUrl: url }: Pick<Settings, 'keyServiceUrl'>,
  publicAddress: PublicAddress,
  clock: Pick<Clock, 'now'>,
  outside?: OutsideAlarms,
): Readonly<{ keyService?: KeyServiceLink }> {
  if (url === undefined) return {};
  const issuer = (): string => new URL(publicAddress.url).origin;
  let proof: string | null = null;
  const hint = remembered(async () => {
    const read = await ask(`${url}/v1/status`).catch((error: unknown) => {
      outside?.note('key_service', error);
    });
    const found = hintOf(read);
    if (found !== null) outside?.note('key_service');
    else if (read !== undefined) outside?.note('key_service', new BadAnswer('NO_STATUS'));
    proof = found?.proof ?? proof;
    return found;
  });
  const linked = linkVerifier({
    keyService: url,
    roomService: issuer,
    clock,
    keys: () =>
      ask(`${url}/.well-known/jwks.json`).catch((cause: unknown) => {
        throw new Unavailable('keys', { cause });
      }),
  });
  return {
    keyService: {
      url,
      issuer,
      hint,
      proof: () => {
        void hint();
        return proof;
      },
      linked,
    },
  };
}

/** Asks at most once a minute, and sooner after a failure. Callers at the same time share one request. */
function remembered(fetchHint: () => Promise<KeyServiceHint | null>): KeyServiceLink['hint'] {
  let held: Promise<KeyServiceHint | null> | undefined;
  let until = 0;
  return () => {
    if (held !== undefined && performance.now() < until) return held;
    until = performance.now() + FAILED;
    held = fetchHint().then((hint) => {
      until = performance.now() + (hint === null ? FAILED : FRESH);
      return hint;
    });
    return held;
  };
}

/** Null for anything but a status of a key service. */
function hintOf(read: unknown): KeyServiceHint | null {
  const data: unknown = typeof read === 'object' && read !== null && 'data' in read ? read.data : undefined;
  if (typeof data !== 'object' || data === null || !('proof' in data) || !('key' in data)) return null;
  const { proof, key } = data;
  return typeof proof === 'string' && typeof key === 'string' ? { proof, key } : null;
}

/** An unusable answer of the key service. The message repeats neither the answer nor the address. */
class BadAnswer extends Error {
  override readonly name = 'BadAnswer';
  readonly code: string;
  constructor(code: string) {
    super(`the key service gave a bad answer: ${code}`);
    this.code = code;
  }
}

/** The JSON at an address of the key service, of which at most `MAX_BYTES` are read. Throws BadAnswer, and what getText throws. */
async function ask(address: string): Promise<unknown> {
  const text = await getText(address, { deadlineMs: DEADLINE, most: MAX_BYTES }).catch((error: unknown) => {
    if (error instanceof UnexpectedStatus) throw new BadAnswer(`HTTP_${error.status}`);
    throw error instanceof AnswerTooLong ? new BadAnswer('TOO_LARGE') : error;
  });
  return parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadAnswer('NOT_JSON');
  }
}
