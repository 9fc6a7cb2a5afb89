import {
  type Ability,
  abilities,
  allows,
  DEFAULT_EXTERNAL_CLEARANCE,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  type Decision,
  decide,
  idOf,
  instant,
  labelIn,
  type RoomRole,
} from '@strongroom/domain';

/** A project and a person as this program has them. No part of either is made for Strongroom. */
export type Project = Readonly<{
  id: string;
  title: string;
  label: string;
  members: Readonly<Record<string, RoomRole>>;
}>;
export type Person = Readonly<{ id: string; clearance: string }>;

const LABEL_RULES = {
  scheme: DEFAULT_LABELS,
  roleClearances: DEFAULT_ROLE_CLEARANCES,
  externalClearance: DEFAULT_EXTERNAL_CLEARANCE,
  shareMaxLabel: null,
};

/** The one place in which projects and people become the facts that rules read. */
function factsAbout(person: Person, project: Project | undefined) {
  const id = idOf('UserId', person.id);
  const clearance = labelIn(DEFAULT_LABELS, person.clearance);
  const role = project?.members[person.id];
  const user = { id, status: 'active', role: 'member', epoch: 1 } as const;
  const now = instant(Date.now());
  const room = project && {
    id: idOf('RoomId', project.id),
    status: 'active' as const,
    label: labelIn(DEFAULT_LABELS, project.label),
    owners: Object.keys(project.members).flatMap((member) =>
      project.members[member] === 'owner' ? [idOf('UserId', member)] : [],
    ),
    memberCount: Object.keys(project.members).length,
  };
  return {
    labelRules: LABEL_RULES,
    subject: { ...user, external: false, clearance, grant: null, asOf: now },
    self: { ...user, clearance, invitations: [] },
    room,
    membership: role && room && { userId: id, roomId: room.id, role, epoch: 1 },
    invitations: 'owners' as const,
    externalOwners: 'off' as const,
    now,
  };
}

/** Whether the person may do this. The decision has reasons, which are for a log: they tell of hidden projects. */
export const maySee = (person: Person, project: Project | undefined): Decision =>
  decide('room.see', factsAbout(person, project));

/** Everything that the person may do with the project now, for buttons. */
export const mayIn = (person: Person, project: Project): readonly Ability<'room'>[] =>
  abilities('room', factsAbout(person, project));

/** The projects that the person sees. */
export const seenBy = (person: Person, projects: readonly Project[]): readonly Project[] =>
  projects.filter((project) => allows('room.see', factsAbout(person, project)));
