import {
  acceptInvitation,
  couldInvite,
  deactivate,
  linkIdentity,
  linkKeyPerson,
  subjectOf,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import { LABELS } from './state.ts';

/** Parts of operations that a planted fault replaces. */
export const parts = {
  /** Whether an invitation to a room makes or renews the link of the user. */
  renews: (by: User, user: User): boolean =>
    couldInvite({ clearance: subjectOf(LABELS, by, null, an.NOW).clearance, labelRules: LABELS }, user),
  uninviteRemoves: true,
  /** Whether memberships end with the deactivation; their removal may also be late. */
  leavesAtOnce: true,
  deactivate,
  linkKeyPerson,
  linkIdentity,
  acceptInvitation,
};
