import { hash } from 'node:crypto';
import {
  FileId,
  type GrantClaims,
  higher,
  isKnown,
  KeyRefusal,
  type Label,
  LabelReference,
  type LabelScheme,
  OrgId,
  type ProofMode,
  type RequestId,
  RoomId,
  refusedBy,
} from '@strongroom/domain';
import {
  type Change,
  type Clock,
  DuplicateKey,
  KeyDestroyed,
  type KeyUnwrapper,
  type Log,
  NotAuthentic,
  type SigningKey,
  VersionConflict,
} from '@strongroom/ports';
import type { Asked, Record } from '../record/record.ts';
import { fromBase64 } from '../tokens/base64url.ts';
import type { ClientKey } from '../tokens/client-key.ts';
import { type GrantRules, kidOf, refuseUnfit, verifyGrant } from '../tokens/grant.ts';
import { AnswerSealer, type SealedKey } from './answer.ts';
import type { Rates } from './rates.ts';
import { labelChange, type RoomLabels, unchangedLabel } from './room-labels.ts';
import type { Trust } from './trust.ts';

export type ReleaseDeps = Readonly<{
  mode: ProofMode;
  /** Address of this key service, which grants name as their audience. */
  url: string;
  /** Address of the room service, which grants name as their issuer. */
  roomService: string;
  scheme: LabelScheme;
  linkLabel: Label | null;
  key: SigningKey;
  clock: Pick<Clock, 'now'>;
  log: Log;
  trust: Trust;
  labels: RoomLabels;
  rates: Rates;
  record: Record;
  unwrapper: KeyUnwrapper;
}>;

export type KeyRequest = Readonly<{
  items: readonly Readonly<{ grant: string; wrappedDek: string }>[];
  client: ClientKey;
  reason: string | null;
  request: Readonly<{ id: RequestId; ip: string }>;
}>;

/** The result for one key, in the place of its item. */
export type Released = Readonly<{ sealed: SealedKey } | { refusal: KeyRefusal }>;

type Item = { readonly wrappedDek: string; readonly asked?: Asked; refusal?: KeyRefusal; dataKey?: Uint8Array };

/** A label that was raised by another process since it was read is decided on again. */
const MAX_ATTEMPTS = 5;

/**
 * Releases data keys. Each check comes after the one before it passed: the grant, the client's key, the wrapped key, the policy,
 * the rate, the key itself. INVARIANT: no key leaves before its release is in the record.
 */
export async function release(deps: ReleaseDeps, request: KeyRequest): Promise<readonly Released[]> {
  if (!deps.trust.isReady) await deps.trust.keysFor(undefined);
  if (!deps.trust.isReady) throw new KeyRefusal('KEY_SERVICE_NOT_READY', 'not-ready');
  const items = await verified(deps, request);
  try {
    const seen = await allowed(deps, items);
    await counted(deps, items);
    await opened(deps, items);
    await recorded(deps, items, seen);
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

/** Checks grants, and that they are for this client and these wrapped keys. */
async function verified(deps: ReleaseDeps, { items, client, reason, request }: KeyRequest): Promise<readonly Item[]> {
  const now = Math.floor(deps.clock.now() / 1000);
  const found: Item[] = [];
  for (const { grant, wrappedDek } of items) {
    const rules: GrantRules = {
      issuer: deps.roomService,
      audience: deps.url,
      keyOf: await deps.trust.keysFor(kidOf(grant)),
    };
    try {
      const { claims } = verifyGrant(grant, rules);
      const asked: Asked = { grant, claims, client: client.thumbprint, request, reason };
      found.push({ wrappedDek, asked, ...refusalOf(() => refuseMisused(claims, { rules, client, wrappedDek, now })) });
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error;
      found.push({ wrappedDek, refusal: error });
    }
  }
  return found;
}

type Use = Readonly<{ rules: GrantRules; client: ClientKey; wrappedDek: string; now: number }>;

function refuseMisused(claims: GrantClaims, { rules, client, wrappedDek, now }: Use): void {
  refuseUnfit(claims, rules, now);
  if (claims.cnf.jkt !== client.thumbprint) throw new KeyRefusal('GRANT_INVALID', 'grant-client');
  const wrapped = fromBase64(wrappedDek);
  if (wrapped === undefined || hash('sha256', wrapped, 'base64url') !== claims.wdk)
    throw new KeyRefusal('WRAPPED_KEY_MISMATCH', 'wrapped-key');
}

function refusalOf(check: () => void): { refusal?: KeyRefusal } {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof KeyRefusal) return { refusal: error };
    throw error;
  }
}

type Live = Item & { readonly asked: Asked };

/** The items that nothing refused so far. */
const live = (items: readonly Item[]): readonly Live[] =>
  items.filter((item): item is Live => item.asked !== undefined && item.refusal === undefined);

type Seen = Awaited<ReturnType<RoomLabels['seen']>>;

/** Applies the policy. Returns the room labels that it was decided on. */
async function allowed(deps: ReleaseDeps, items: readonly Item[]): Promise<Seen> {
  const { labels, scheme, mode, linkLabel } = deps;
  const asked = live(items);
  const seen = await labels.seen(asked.map((item) => labels.idOf(item.asked.claims)));
  const highest = highestOf(deps, asked, seen);
  for (const item of asked) {
    const { claims } = item.asked;
    const rule = refusedBy(mode, {
      subject: claims.sub.startsWith('share:') ? 'share' : 'user',
      granted: claims.person ?? null,
      proven: null,
      scheme,
      label: higher(scheme, LabelReference.parse(claims.label), LabelReference.parse(claims.room_label)),
      roomLabel: claims.room_label,
      highestRoomLabel: highest.get(labels.idOf(claims)) ?? null,
      linkLabel,
    });
    if (rule !== null) item.refusal = new KeyRefusal(rule.refusal, rule.id);
  }
  return seen;
}

/** The highest label of each room, in the store and in this request. */
function highestOf({ labels, scheme }: ReleaseDeps, items: readonly Live[], seen: Seen): ReadonlyMap<string, Label> {
  const highest = new Map<string, Label>([...seen].map(([id, { label }]) => [id, label]));
  for (const { claims } of items.map(({ asked }) => asked)) {
    if (!isKnown(scheme, claims.room_label)) continue;
    const id = labels.idOf(claims);
    highest.set(id, higher(scheme, highest.get(id) ?? claims.room_label, claims.room_label));
  }
  return highest;
}

const personOf = ({ person, sub }: GrantClaims): string => (person === undefined ? sub : `${person.iss}\n${person.id}`);

async function counted({ rates }: ReleaseDeps, items: readonly Item[]): Promise<void> {
  await Promise.all(
    live(items).map(async (item) => {
      const { claims } = item.asked;
      await rates.chargeKey(personOf(claims), claims.room).catch((error: unknown) => {
        if (!(error instanceof KeyRefusal)) throw error;
        item.refusal = error;
      });
    }),
  );
}

async function opened({ unwrapper, rates, log }: ReleaseDeps, items: readonly Item[]): Promise<void> {
  await Promise.all(
    live(items).map(async (item) => {
      const { org, room, file, kms_key_id: key } = item.asked.claims;
      const binding = { orgId: OrgId.parse(org), roomId: RoomId.parse(room), fileId: FileId.parse(file) };
      try {
        item.dataKey = await unwrapper.unwrap(item.wrappedDek, key, binding);
      } catch (error) {
        item.refusal = refusalOfUnwrapping(error);
        if (item.refusal.code === 'KEY_STORE_UNAVAILABLE')
          log.error('a key cannot be unwrapped', {
            reason: String(error instanceof Error ? (error.cause ?? error) : error),
          });
        await rates.giveBackKey(personOf(item.asked.claims));
      }
    }),
  );
}

function refusalOfUnwrapping(error: unknown): KeyRefusal {
  if (error instanceof KeyDestroyed) return new KeyRefusal('KEY_DESTROYED', 'key-destroyed');
  if (error instanceof NotAuthentic) return new KeyRefusal('WRAPPED_KEY_MISMATCH', 'key-not-authentic');
  return new KeyRefusal('KEY_STORE_UNAVAILABLE', 'key-store');
}

/** Writes the record. When that fails, every key of the request is refused. */
async function recorded(deps: ReleaseDeps, items: readonly Item[], before: Seen): Promise<void> {
  let seen = before;
  for (let attempt = 1; live(items).length > 0; attempt += 1) {
    const released = live(items).map(({ asked }) => asked);
    try {
      await deps.record.releases(released, labelChanges(deps, live(items), seen));
      return;
    } catch (error) {
      const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
      if (!isConflict || attempt >= MAX_ATTEMPTS) {
        deps.log.error('a release cannot be recorded', { reason: String(error) });
        for (const item of live(items)) item.refusal = new KeyRefusal('AUDIT_UNAVAILABLE', 'record');
        return;
      }
      seen = await allowed(deps, items);
    }
  }
}

/**
 * The labels that a release raises. The others are expected to be as they were decided on, so that of two releases at the same
 * time the lower one is decided again.
 */
function labelChanges(deps: ReleaseDeps, released: readonly Live[], seen: Seen): readonly Change[] {
  const { labels, clock } = deps;
  const highest = highestOf(deps, released, seen);
  const rooms = new Map(released.map(({ asked: { claims } }) => [labels.idOf(claims), claims.room]));
  return [...rooms].map(([id, room]) => {
    const { label: before, version = 0 } = seen.get(id) ?? {};
    const label = highest.get(id);
    if (label === undefined) throw new TypeError('a key was released for a room without a label');
    return label === before ? unchangedLabel(id, version) : labelChange(id, { label, room }, version, clock.now());
  });
}

function answers(deps: ReleaseDeps, { client }: KeyRequest, items: readonly Item[]): readonly Released[] {
  const isAnyReleased = live(items).length > 0;
  const sealer = isAnyReleased ? new AnswerSealer(deps.url, deps.key, client) : undefined;
  try {
    return items.map(({ asked, refusal, dataKey }): Released => {
      if (refusal !== undefined) return { refusal };
      if (asked === undefined || dataKey === undefined || sealer === undefined)
        throw new TypeError('a key was neither released nor refused');
      return { sealed: sealer.seal(dataKey, asked.grant, asked.claims) };
    });
  } finally {
    sealer?.end();
  }
}
