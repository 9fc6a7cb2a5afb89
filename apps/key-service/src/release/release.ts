import { LogFault } from '@strongroom/application';
import { KeyRefusal } from '@strongroom/domain';
import { DuplicateKey, Unavailable, VersionConflict } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { applyPolicy, labelChanges, type SeenRoomLabels } from './allowed.ts';
import { AnswerSealer } from './answer.ts';
import { type KeyRequestItem, liveItems } from './items.ts';
import type { KeyRequest, ReleaseDeps, ReleasedKey } from './key-request.ts';
import { chargeRates, unwrapKeys } from './opened.ts';
import { verifyGrants } from './verified.ts';

/** Maximum number of attempts when another process raises a label between read and release. */
const MAX_ATTEMPTS = 5;

/**
 * Releases data keys. Each check comes after the one before it passed: the grant, the client's key, the wrapped key, the person,
 * the policy, the rate, the key itself. INVARIANT: no key leaves before its release is in the record.
 */
export async function releaseKeys(deps: ReleaseDeps, request: KeyRequest): Promise<readonly ReleasedKey[]> {
  if (!deps.trust.isReady) await deps.trust.keysFor(undefined);
  if (!deps.trust.isReady || !deps.proofs.isReady()) throw new KeyRefusal('KEY_SERVICE_NOT_READY', 'not-ready');
  const items = await verifyGrants(deps, request);
  try {
    await provePerson(deps, request, items);
    const seen = await applyPolicy(deps, request, items);
    await chargeRates(deps, items);
    await unwrapKeys(deps, items);
    await recorded(deps, request, items, seen);
    return answers(deps, request, items);
  } finally {
    for (const { dataKey } of items) dataKey?.fill(0);
    await Promise.all(
      items.map(({ asked, refusal }) =>
        asked === undefined || refusal === undefined ? Promise.resolve() : deps.record.refusal(asked, refusal),
      ),
    );
  }
}

/** Writes the record. When that fails, every key of the request is refused. */
async function recorded(
  deps: ReleaseDeps,
  request: KeyRequest,
  items: readonly KeyRequestItem[],
  before: SeenRoomLabels,
): Promise<void> {
  let seen = before;
  for (let attempt = 1; liveItems(items).length > 0; attempt += 1) {
    const released = liveItems(items).map(({ asked }) => asked);
    try {
      await deps.record.releases(released, labelChanges(deps, liveItems(items), seen));
      return;
    } catch (error) {
      const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
      if (!isConflict || attempt >= MAX_ATTEMPTS) {
        logError(deps.log, 'error', 'a release cannot be recorded', error);
        for (const item of liveItems(items))
          item.refusal = new KeyRefusal(isLasting(error) ? 'READ_ONLY' : 'AUDIT_UNAVAILABLE', 'record');
        return;
      }
      seen = await applyPolicy(deps, request, items);
    }
  }
}

/** Whether the record waits for its operator. */
const isLasting = (error: unknown): boolean => error instanceof Unavailable && error.cause instanceof LogFault;

function answers(deps: ReleaseDeps, { client }: KeyRequest, items: readonly KeyRequestItem[]): readonly ReleasedKey[] {
  const isAnyReleased = liveItems(items).length > 0;
  const sealer = isAnyReleased ? new AnswerSealer(deps.url, deps.key, client) : undefined;
  try {
    return items.map(({ asked, refusal, dataKey }): ReleasedKey => {
      if (refusal !== undefined) return { refusal };
      if (asked === undefined || dataKey === undefined || sealer === undefined)
        throw new TypeError('a key was neither released nor refused');
      return { sealed: sealer.seal(dataKey, asked.grant, asked.claims) };
    });
  } finally {
    sealer?.end();
  }
}

/**
 * Verifies the proof of the person, once for all keys of a request. A refused proof refuses all of them. Throws
 * KeyRefusal.
 */
async function provePerson(
  { mode, proofs }: Pick<ReleaseDeps, 'mode' | 'proofs'>,
  { device, person, client, items: sent }: Pick<KeyRequest, 'device' | 'person' | 'client' | 'items'>,
  items: readonly KeyRequestItem[],
): Promise<void> {
  const asked = liveItems(items);
  if (mode === 'grant' || asked.length === 0) return;
  try {
    const grants = sent.map(({ grant }) => grant);
    const found = await proofs.forKeys({ device, person, grants, client: client.thumbprint });
    for (const item of asked) {
      item.proven = found;
      item.asked = { ...item.asked, device: found.device };
    }
  } catch (error) {
    if (error instanceof KeyRefusal) for (const item of asked) item.refusal = error;
    throw error;
  }
}
