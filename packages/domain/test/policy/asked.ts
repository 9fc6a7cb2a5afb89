import { type Action, type Decision, decide, ERRORS } from '../../src/index.ts';
import type { Facts } from './facts-of.ts';

type Sight = 'room.see' | 'file.see' | 'user.see' | 'org_unit.see' | 'audit.room.see';

/** What has to be in sight before an action is asked about, in the order in which it is looked for. */
const SIGHT: Readonly<Record<Action, readonly Sight[]>> = {
  'room.see': [],
  'room.list': [],
  'room.oversee': [],
  'room.create': [],
  'room.edit': ['room.see'],
  'room.archive': ['room.see'],
  'room.unarchive': ['room.see'],
  'room.delete': ['room.see'],
  'room.members.list': ['room.see'],
  'room.members.add': ['room.see'],
  'room.members.remove': ['room.see'],
  'file.see': [],
  'file.oversee': [],
  'file.list': ['room.see'],
  'file.get': ['file.see'],
  'file.upload': ['room.see'],
  'file.confirm': ['room.see', 'file.see'],
  'file.download': ['file.see'],
  'file.delete': ['file.see'],
  'share.create': ['file.see'],
  'share.list': ['file.see'],
  'share.see': [],
  'share.revoke': [],
  'share.peek': [],
  'share.redeem': [],
  'user.see': [],
  'user.list': [],
  'user.get': ['user.see'],
  'user.invite': [],
  'user.role': ['user.see'],
  'user.clearance': ['user.see'],
  'user.deactivate': ['user.see'],
  'user.reactivate': ['user.see'],
  'token.list': [],
  'token.create': [],
  'token.revoke': [],
  'token.oversee': ['user.see'],
  'user.activation_link': ['user.see'],
  'user.units': ['user.see'],
  'session.end': [],
  'password.set': [],
  'org_unit.see': [],
  'org_unit.place_rooms': [],
  'org_unit.list': [],
  'org_unit.create': [],
  'org_unit.manage': ['org_unit.see'],
  'org_unit.members': ['org_unit.see'],
  'audit.room.see': [],
  'audit.read': ['audit.room.see'],
  'access.explain': ['room.see'],
  'receipt.see': [],
  'me.see': [],
  'classification.list': [],
};

const aboutTheCredential = ({ refusal }: Decision): boolean =>
  refusal !== null && (refusal === 'INSUFFICIENT_SCOPE' || ERRORS[refusal].kind === 'unauthenticated');

/**
 * The decision a caller hears of, in the order of interface section 1: the credential, then what is in sight, then what
 * is asked for.
 */
export function asked(action: Action, facts: Facts): Decision {
  const decision = decide<Action>(action, facts);
  if (aboutTheCredential(decision)) return decision;
  if (!facts.namesRoom) return decision;
  for (const sight of SIGHT[action]) {
    const seen = decide(sight, facts);
    if (seen.effect === 'deny') return seen;
  }
  return decision;
}

/** `allow`, or the code of the refusal. */
export const answerOf = (decision: Decision): string => decision.refusal ?? decision.effect;
