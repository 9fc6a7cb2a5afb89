import { StrongroomError } from '../base/error.ts';
import type { StrongroomCalls } from '../service-calls.ts';
import { BINDER } from './layout.ts';

/** A text of a binder, with its path. */
export type BinderText = Readonly<{ path: string; text: string }>;

type Reading = Readonly<{ signal?: AbortSignal | undefined }>;

/** The proofs of the events of a room, then the events themselves, the oldest first, and the key of the log where the caller may read it. */
export async function* binderRecord(
  client: Pick<StrongroomCalls, 'audit'>,
  roomId: string,
  options: Reading = {},
): AsyncGenerator<BinderText, void> {
  const events: string[] = [];
  for await (const { seq, proof } of client.audit.export({ room_id: roomId, proofs: 'true' }, options)) {
    // Erased between the list and its proof, or with details that the caller does not see.
    if (typeof proof !== 'string') continue;
    // It names a file on the disk of the caller.
    if (!Number.isSafeInteger(seq) || seq < 0) throw new StrongroomError('UNEXPECTED_ANSWER');
    events.push(`${eventIn(proof)}\n`);
    yield { path: BINDER.proof(seq), text: proof };
  }
  yield { path: BINDER.events, text: events.toReversed().join('') };
  const key = await keyOf(client, options);
  if (key !== undefined) yield { path: BINDER.logKey, text: key };
}

/** The event of a proof as it was logged: the extra data of C2SP tlog-proof. */
function eventIn(proof: string): string {
  const data = /^extra (?<data>[A-Za-z0-9+/=]+)$/mu.exec(proof)?.groups?.['data'];
  if (data === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
  return new TextDecoder().decode(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)));
}

/** Owners of a room who may not read the whole log get no key: a reader of the log gives it to them. */
async function keyOf({ audit }: Pick<StrongroomCalls, 'audit'>, options: Reading): Promise<string | undefined> {
  try {
    return await (await audit.key(options)).text();
  } catch (error) {
    if (error instanceof StrongroomError && error.status === 403) return undefined;
    throw error;
  }
}
