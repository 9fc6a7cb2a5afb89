import { DAY, DomainError, type Json } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { refTo } from '../store/collection.ts';
import { idempotencyRecords } from '../store/idempotency.ts';
import type { Idempotency } from './context.ts';
import { Denied } from './denied.ts';
import type { Deps } from './deps.ts';
import { hexOf } from './hex.ts';
import type { Snapshot } from './identity-map.ts';
import type { Operation } from './operation-runner.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** How an answer is stored for a repeated request: without secrets and key material. */
export type Replay<T> = Readonly<{
  store: (answer: T) => Json;
  restore: (kept: never, uow: UnitOfWork) => T;
  memory?: Memory;
}>;

/** Lifetime of a key, and its number of replays; afterwards the request is new. */
type Memory = Readonly<{ milliseconds: number; replays: number }>;

/** Maximum lifetime of a key. */
export const REMEMBERED = DAY;
const FOR_A_DAY: Memory = { milliseconds: REMEMBERED, replays: Number.POSITIVE_INFINITY };

/** Purpose of the bytes from which a stored fingerprint is derived. */
const PURPOSE = 'idempotency';

type IdempotentDeps = Pick<Deps, 'clock' | 'secrets'>;
/** The owner of the key: a user or a link. */
export type KeyOwner = Readonly<{ ownerId: string; idempotency?: Idempotency | undefined }>;
type KeyOfOwner = Readonly<{ ownerId: string; idempotency: Idempotency }>;

/**
 * Makes an operation idempotent. The record is in the same commit as the effect, so a crash never blocks a key, and of
 * two concurrent requests one commits and the other finds its record. Rights are decided again before a replay, by the
 * operation itself unless `decideReplay` is given: an operation that deleted its subject cannot be decided again.
 * Throws IDEMPOTENCY_MISMATCH for another request with the same key.
 */
export function idempotent<T>(
  deps: IdempotentDeps,
  owner: KeyOwner,
  replay: Replay<T>,
  operation: Operation<T>,
  asks: (uow: UnitOfWork) => unknown = operation.apply,
): Operation<T> {
  const { idempotency } = owner;
  if (idempotency === undefined) return operation;
  const id = recordId(deps, owner.ownerId, idempotency);
  return {
    ...operation,
    refs: [...operation.refs, refTo(idempotencyRecords, id)],
    apply: (uow) => {
      const record = remembered(deps, uow, { id, idempotency, memory: replay.memory });
      if (record !== undefined) {
        wouldBeAllowed(asks, uow);
        if (record.gone !== undefined) throw new DomainError(record.gone);
        if (replay.memory !== undefined) uow.put(idempotencyRecords, { ...record, replays: (record.replays ?? 0) + 1 });
        idempotency.onReplay();
        return replay.restore(record.kept as never, uow);
      }
      const answer = operation.apply(uow);
      uow.put(idempotencyRecords, {
        id,
        fingerprint: keyed(deps, idempotency),
        kept: replay.store(answer),
        at: deps.clock.now(),
      });
      return answer;
    },
  };
}

/** The record that shows whether a request was answered before, for operations that must know it before they prepare. */
export const idempotencyRef = (deps: IdempotentDeps, { ownerId, idempotency }: KeyOfOwner): Ref =>
  refTo(idempotencyRecords, recordId(deps, ownerId, idempotency));

/** Whether this request was answered before. Throws IDEMPOTENCY_MISMATCH. */
export const answeredBefore = (deps: IdempotentDeps, { ownerId, idempotency }: KeyOfOwner, uow: Snapshot): boolean =>
  remembered(deps, uow, { id: recordId(deps, ownerId, idempotency), idempotency }) !== undefined;

const recordId = ({ secrets }: Pick<Deps, 'secrets'>, ownerId: string, { key }: Idempotency): string =>
  secrets.hash(`${ownerId}\n${key}`);

/**
 * The stored fingerprint of a request. It depends on the secret of the service, because a request may hold a password
 * that a reader of the store could otherwise guess.
 */
const keyed = ({ secrets }: Pick<Deps, 'secrets'>, { fingerprint }: Idempotency): string =>
  hexOf(secrets.derive(PURPOSE, fingerprint));

/** Also true for a fingerprint that was stored with the previous secret. */
const isSameRequest = ({ secrets }: Pick<Deps, 'secrets'>, { fingerprint }: Idempotency, stored: string): boolean =>
  secrets.deriveEach(PURPOSE, fingerprint).some((bytes) => hexOf(bytes) === stored);

type IdempotentCall = Readonly<{ id: string; idempotency: Idempotency; memory?: Memory | undefined }>;

function remembered(deps: IdempotentDeps, uow: Snapshot, { id, idempotency, memory = FOR_A_DAY }: IdempotentCall) {
  const record = uow.find(idempotencyRecords, id);
  if (record === undefined || deps.clock.now() - record.at >= memory.milliseconds) return undefined;
  if ((record.replays ?? 0) >= memory.replays) return undefined;
  if (!isSameRequest(deps, idempotency, record.fingerprint)) throw new DomainError('IDEMPOTENCY_MISMATCH');
  return record;
}

/**
 * Decides a replay with present rights. A conflict with the state that the first request changed does not refuse it,
 * nor does a link whose last download it used.
 */
function wouldBeAllowed(asks: (uow: UnitOfWork) => unknown, uow: UnitOfWork): void {
  try {
    asks(uow.aside());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isState = error.kind === 'conflict' || error.kind === 'invalid' || error.code === 'SHARE_EXHAUSTED';
    const isRight = error instanceof Denied || error.kind === 'unauthenticated';
    if (isRight && !isState) throw error;
  }
}
