/** Like `facts-of.ts`, for questions about a subject: the facts that a request would give are missing. */
import type { AbilityFacts, AbilitySubject, Action, FolderPath, Membership } from '../../src/index.ts';
import * as an from '../examples.ts';
import type { Facts } from './facts-of.ts';
import { CALLER, EPOCH, OTHER } from './things.ts';

type Maker = { readonly [S in AbilitySubject]: (facts: Facts) => AbilityFacts[S] };

/** Actions whose folder is the place of the request. */
const ADDS: ReadonlySet<Action> = new Set(['file.upload', 'folder.create', 'upload_request.create']);

const folderAt = (path: FolderPath): AbilityFacts['folder']['folder'] => ({
  id: an.folderId(1),
  roomId: an.roomId(1),
  path,
  isDeclared: true,
  files: {},
  folders: {},
});

const who = ({ subject, labelRules }: Facts) => ({ subject, labelRules });
const self = an.aUser({ id: CALLER, status: 'active', epoch: EPOCH });

/** In the oracle's situations rooms and units have members. */
const withMembers = (unit: Facts['unit']) => unit && { ...unit, members: 1 };

export const abilityFactsOf = (action: Action): Maker => ({
  me: (facts) => ({
    ...who(facts),
    self,
    credential: facts.credential,
    hasPassword: facts.hasPassword,
    keepsWayIn: facts.keepsWayIn,
    administered: facts.administered,
  }),
  room: (facts) => ({
    ...who(facts),
    self,
    room: facts.room,
    membership: facts.membership,
    invitations: facts.invitations,
    externalOwners: facts.externalOwners,
    now: facts.now,
  }),
  file: (facts) => ({
    ...who(facts),
    self,
    room: facts.room,
    membership: facts.membership,
    file: facts.file,
    now: facts.now,
  }),
  folder: (facts) => ({
    ...who(facts),
    self,
    room: facts.room,
    membership: facts.membership,
    folder: ADDS.has(action) ? folderAt(facts.place) : facts.folder,
  }),
  share: (facts) => ({
    ...who(facts),
    self,
    room: facts.room,
    membership: facts.membership,
    file: facts.file,
    link: facts.link,
    creator: facts.creator,
    creatorMembership: facts.creatorMembership,
    now: facts.now,
  }),
  member: (facts) => ({
    ...who(facts),
    room: facts.room,
    membership: facts.membership,
    target: facts.target,
    common: facts.common,
    externalOwners: facts.externalOwners,
    now: facts.now,
    member: action === 'room.members.remove' ? removed(facts) : present(facts),
  }),
  user: (facts) => ({ ...who(facts), target: facts.target, common: facts.common }),
  org_unit: (facts) => ({
    ...who(facts),
    self,
    unit: withMembers(facts.unit),
    administered: facts.administered,
    unitMembership: facts.unitMembership,
  }),
});

const removed = ({ memberId, member }: Facts): Membership =>
  an.aMembership({ userId: memberId, ...(member !== undefined && 'roomId' in member && { role: member.role }) });

/** A member without a role was deactivated since. */
const present = ({ target, from }: Facts): Membership =>
  an.aMembership({
    userId: target?.id ?? OTHER,
    role: from ?? 'viewer',
    epoch: (target?.epoch ?? 1) - (from === null ? 1 : 0),
  });
