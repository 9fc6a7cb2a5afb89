import {
  higherLabel,
  isKnown,
  KEY_ERRORS,
  KeyRefusal,
  type Label,
  LabelReference,
  type ReleaseFacts,
  type ReleaseRule,
  refusedBy,
  wallClocks,
} from '@strongroom/domain';
import type { Change } from '@strongroom/ports';
import { type KeyRequestItem, type LiveItem, liveItems } from './items.ts';
import type { KeyRequest, ReleaseDeps } from './key-request.ts';
import { labelChange, type RoomLabels, unchangedLabel } from './room-labels.ts';

/** The room labels that a release was decided on. */
export type SeenRoomLabels = Awaited<ReturnType<RoomLabels['seen']>>;

/** Applies the policy. Returns the room labels that it was decided on. */
export async function applyPolicy(
  deps: ReleaseDeps,
  { caller: address }: KeyRequest,
  items: readonly KeyRequestItem[],
): Promise<SeenRoomLabels> {
  const { labels, scheme, mode, linkLabel, conditions } = deps;
  const clocks = wallClocks(deps.clock.now());
  const asked = liveItems(items);
  const seen = await labels.seen(asked.map((item) => labels.idOf(item.asked.claims)));
  const highest = highestOf(deps, asked, seen);
  for (const item of asked) {
    const { claims } = item.asked;
    const facts: ReleaseFacts = {
      subject: claims.sub.startsWith('share:') ? 'share' : 'user',
      granted: claims.person ?? null,
      proven: item.proven?.person ?? null,
      scheme,
      label: higherLabel(scheme, LabelReference.parse(claims.label), LabelReference.parse(claims.room_label)),
      roomLabel: claims.room_label,
      highestRoomLabel: highest.get(labels.idOf(claims)) ?? null,
      linkLabel,
      conditions,
      acr: item.proven?.acr ?? null,
      amr: item.proven?.amr ?? [],
      hasDevice: item.proven !== undefined && item.proven.device !== null,
      address,
      clocks,
    };
    const rule = refusedBy(mode, facts);
    if (rule !== null) item.refusal = refusalBy(rule, facts, item.proven?.deviceRefusal);
  }
  return seen;
}

/** `device`: the fault of a device's proof that was sent, which says more than that there is none. */
function refusalBy(rule: ReleaseRule, facts: ReleaseFacts, device: KeyRefusal | undefined): KeyRefusal {
  const text = rule.explain?.(facts);
  if (rule.refusal !== 'DEVICE_REQUIRED' || device === undefined)
    return new KeyRefusal(rule.refusal, rule.id, text === undefined ? {} : { message: text });
  const fault =
    device.code === 'PERSON_INVALID' && device.message === KEY_ERRORS.PERSON_INVALID ? REFUSED_DEVICE : device.message;
  return new KeyRefusal(rule.refusal, device.rule, { message: `${fault} ${text ?? ''}`.trim() });
}

const REFUSED_DEVICE = 'The key service does not accept the proof of this device; it may have been removed.';

/**
 * The labels that a release raises. The others are expected to be as they were decided on, so that of two releases at the same
 * time the lower one is decided again.
 */
export function labelChanges(
  deps: ReleaseDeps,
  released: readonly LiveItem[],
  seen: SeenRoomLabels,
): readonly Change[] {
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

/** The highest label of each room, in the store and in this request. */
function highestOf(
  { labels, scheme }: ReleaseDeps,
  items: readonly LiveItem[],
  seen: SeenRoomLabels,
): ReadonlyMap<string, Label> {
  const highest = new Map<string, Label>([...seen].map(([id, { label }]) => [id, label]));
  for (const { claims } of items.map(({ asked }) => asked)) {
    if (!isKnown(scheme, claims.room_label)) continue;
    const id = labels.idOf(claims);
    highest.set(id, higherLabel(scheme, highest.get(id) ?? claims.room_label, claims.room_label));
  }
  return highest;
}
