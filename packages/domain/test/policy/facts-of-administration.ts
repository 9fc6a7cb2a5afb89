/** Like `facts-of.ts`, for credentials, org units and the audit log. */
import type { OrgUnitId, UnitMembership } from '../../src/index.ts';
import * as an from '../examples.ts';
import { type Facts, factsAtRoom, NOTHING, namedUser, target } from './facts-of.ts';
import type { AtCredential, AtLog, AtUnit } from './oracle/situation.ts';
import { CALLER, EPOCH, OTHER, subject } from './things.ts';

export const factsAtCredential = (s: AtCredential): Facts => ({
  ...NOTHING,
  subject: subject(s),
  credential: {
    kind: s.credential === 'session' || s.credential === 'old session' ? 'session' : 'token',
    isFirst: s.credential === 'first token',
    isRecent: s.credential === 'session',
  },
  hasPassword: s.hasPassword,
  keyLinkIsValid: s.keyLink,
  keepsKeyPerson: s.keyPerson !== 'another',
  deviceLoginIsOpen: s.deviceLogin,
  keepsWayIn: s.wayIn,
});

/** The units of the line above a level, from the root down. */
const above = (level: number): readonly OrgUnitId[] => Array.from({ length: level - 1 }, (_, i) => an.unitId(i + 1));

const BESIDE = an.unitId(9);

const administered = (s: AtUnit): readonly OrgUnitId[] => {
  if (s.administers === 'none') return [];
  return [s.administers === 'beside' ? BESIDE : an.unitId(s.administers)];
};

const MEMBERSHIPS: Readonly<Record<Exclude<AtUnit['belongs'], 'no'>, Partial<UnitMembership>>> = {
  yes: {},
  before: { epoch: EPOCH - 1 },
  beside: { unitId: BESIDE },
  'another user': { userId: OTHER },
};

const unitMembership = (s: AtUnit): UnitMembership | undefined =>
  s.belongs === 'no'
    ? undefined
    : an.aUnitMembership({ unitId: an.unitId(s.unit), userId: CALLER, epoch: EPOCH, ...MEMBERSHIPS[s.belongs] });

export const factsAtUnit = (s: AtUnit): Facts => ({
  ...NOTHING,
  subject: subject(s),
  unit:
    s.unit === 0
      ? undefined
      : an.aUnit({ id: an.unitId(s.unit), parentId: above(s.unit).at(-1) ?? null, ancestors: above(s.unit) }),
  administered: administered(s),
  unitMembership: unitMembership(s),
  target: namedUser(s.named),
  member: s.present ? an.aUnitMembership({ userId: OTHER }) : undefined,
});

export const factsAtLog = (s: AtLog): Facts => ({
  ...factsAtRoom(s),
  ...(s.namesRoom ? {} : { room: undefined, membership: undefined }),
  target: target({ ...s, targetRole: 'member', targetStatus: 'active', targetOverride: 0, targetExternal: false }),
});
