import { dominates, type Label } from '../values/labels.ts';
import type { Instant } from '../values/time.ts';
import type { ClearanceRules } from './organisation.ts';
import { effectiveClearance, type User } from './user.ts';
import { isOver } from './user-credentials.ts';

type Maker = Readonly<{ clearance: Label | ''; labelRules: ClearanceRules }>;

/** A user as an invitation to a room makes them from an unknown address. */
const OUTSIDER = { role: 'member', external: true, clearance: null } as const;

/**
 * Whether a room owner could make the user now, by inviting their address: an external member who was never active, with at
 * most the owner's own clearance. An invitation to a room makes and renews links of such users only. Undefined: an unknown
 * address.
 */
export function couldInvite(
  { clearance, labelRules }: Maker,
  user: Pick<User, 'status' | 'role' | 'external' | 'clearance'> | undefined,
): boolean {
  const made = user ?? { ...OUTSIDER, status: 'invited' };
  return (
    made.status === 'invited' &&
    made.role === OUTSIDER.role &&
    made.external === OUTSIDER.external &&
    dominates(labelRules.scheme, clearance, effectiveClearance(labelRules, made))
  );
}

/** Whether the user has a link that can be followed. */
export const hasOpenInvitation = ({ invitations }: Pick<User, 'invitations'>, now: Instant): boolean =>
  invitations.some((invitation) => invitation.status === 'pending' && !isOver(invitation, now));
