import { DAY, DomainError, type Json } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { Deps } from '../deps.ts';
import { idempotencyRecords } from '../repositories/idempotency.ts';
import { refTo } from './collection.ts';
import type { Idempotency } from './context.ts';
import { Denied } from './denied.ts';
import type { Snapshot } from './draft.ts';
import type { Operation } from './journal.ts';
import type { Writing } from './writing.ts';

/** How an answer is kept for a repetition: without secrets, and without key material. */
export type Keep<T> = Readonly<{
  kept: (answer: T) => Json;
  restored: (kept: never, at: Writing) => T;
  memory?: Memory;
}>;

/** How long a key is remembered, and for how many replays; afterwards the request is one like any other. */
type Memory = Readonly<{ milliseconds: number; replays: number }>;

/** No key is remembered longer. */
export const REMEMBERED = DAY;
const FOR_A_DAY: Memory = { milliseconds: REMEMBERED, replays: Number.POSITIVE_INFINITY };

type Needs = Pick<Deps, 'clock' | 'secrets'>;
/** Whose key it is: a user's, or that of a link. */
export type Owner = Readonly<{ ownerId: string; idempotency?: Idempotency | undefined }>;

/**
 * The same operation with one effect however often the request is repeated. The record stands in the same commit as the
 * effect, so a crash never blocks a key; of two at the same time one commits and the other then finds its record.
 * Whether the caller may is decided afresh before a replay, by the operation itself unless `asks` says how: what an
 * operation has deleted cannot be decided on again. Throws IDEMPOTENCY_MISMATCH for another request.
 */
export function once<T>(
  deps: Needs,
  owner: Owner,
  keep: Keep<T>,
  operation: Operation<T>,
  asks: (at: Writing) => unknown = operation.decide,
): Operation<T> {
  const { idempotency } = owner;
  if (idempotency === undefined) return operation;
  const id = recordId(deps, owner.ownerId, idempotency);
  return {
    ...operation,
    refs: [...operation.refs, refTo(idempotencyRecords, id)],
    decide: (at) => {
      const record = remembered(deps, at, { id, idempotency, memory: keep.memory });
      if (record !== undefined) {
        wouldBeAllowed(asks, at);
        if (record.gone !== undefined) throw new DomainError(record.gone);
        if (keep.memory !== undefined) at.put(idempotencyRecords, { ...record, replays: (record.replays ?? 0) + 1 });
        idempotency.onReplay();
        return keep.restored(record.kept as never, at);
      }
      const answer = operation.decide(at);
      at.put(idempotencyRecords, {
        id,
        fingerprint: keyed(deps, idempotency),
        kept: keep.kept(answer),
        at: deps.clock.now(),
      });
      return answer;
    },
  };
}

/** What to read to know whether a request was answered before, where that must be known before the work is prepared. */
export const onceRefs = (deps: Needs, { ownerId, idempotency }: Owner): readonly Ref[] =>
  idempotency === undefined ? [] : [refTo(idempotencyRecords, recordId(deps, ownerId, idempotency))];

/** Was this request answered before? Throws IDEMPOTENCY_MISMATCH. */
export const answeredBefore = (deps: Needs, { ownerId, idempotency }: Owner, at: Snapshot): boolean =>
  idempotency !== undefined &&
  remembered(deps, at, { id: recordId(deps, ownerId, idempotency), idempotency }) !== undefined;

const recordId = ({ secrets }: Pick<Deps, 'secrets'>, ownerId: string, { key }: Idempotency): string =>
  secrets.hash(`${ownerId}\n${key}`);

/**
 * What a request was, as it is stored. A request may hold a password, and whoever has the store but not the service's
 * secret must not be able to try out which.
 */
const keyed = ({ secrets }: Pick<Deps, 'secrets'>, { fingerprint }: Idempotency): string =>
  Array.from(secrets.derive('idempotency', fingerprint), (byte) => byte.toString(16).padStart(2, '0')).join('');

type Asked = Readonly<{ id: string; idempotency: Idempotency; memory?: Memory | undefined }>;

function remembered(deps: Needs, at: Snapshot, { id, idempotency, memory = FOR_A_DAY }: Asked) {
  const record = at.find(idempotencyRecords, id);
  if (record === undefined || deps.clock.now() - record.at >= memory.milliseconds) return undefined;
  if ((record.replays ?? 0) >= memory.replays) return undefined;
  if (record.fingerprint !== keyed(deps, idempotency)) throw new DomainError('IDEMPOTENCY_MISMATCH');
  return record;
}

/**
 * Rights are asked for as they are now; that the first request has changed the state since is no obstacle, nor that it
 * used the last download of a link.
 */
function wouldBeAllowed(asks: (at: Writing) => unknown, at: Writing): void {
  try {
    asks(at.aside());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isState = error.kind === 'conflict' || error.kind === 'invalid' || error.code === 'SHARE_EXHAUSTED';
    const isRight = error instanceof Denied || error.kind === 'unauthenticated';
    if (isRight && !isState) throw error;
  }
}
