/**
 * Facts that an answer can depend on, in plain words and numbers: labels are ranks from 1 to 4, a clearance of 0 reaches none.
 * Nothing here, nor in the oracle, knows how the product represents or decides anything.
 */
export type OrgRoleWord = 'owner' | 'domain_admin' | 'security_officer' | 'department_admin' | 'auditor' | 'member';
type RoomRoleWord = 'viewer' | 'contributor' | 'owner';
export type Rank = 1 | 2 | 3 | 4;
export type Clearance = 0 | Rank;

/** `unlimited`: a session, or a token without scopes. */
export type Asker = Readonly<{
  role: OrgRoleWord;
  status: 'invited' | 'active' | 'deactivated';
  clearance: Clearance;
  scopes: 'unlimited' | readonly string[];
  /** Whether the caller belongs to another organisation. */
  external: boolean;
}>;

/**
 * The only room that the caller and another user have in common, of label 2. In a closed one, members who are not owners
 * do not see each other.
 */
export type CommonWord =
  | 'none'
  | 'open'
  | 'closed'
  | 'closed and owned'
  | 'closed with an owner'
  | 'closed to others'
  | 'closed to others with a mate'
  | 'closed to others with a silent mate'
  | 'deleted'
  | 'left by the caller'
  | 'left by the other';

/** `before`: owner until a deactivation; `elsewhere`: owner of another room; `foreign`: the row of another user. */
export type MemberWord = 'none' | RoomRoleWord | 'before' | 'elsewhere' | 'foreign';

/**
 * The restricted folders on the way to the file, the folder or the place of the request, from the outermost, by what they let the
 * groups of the caller do. `others`: named are groups of others only. `beside`: one is not on the way. `gone`: the folder ended
 * while the file lay in the bin. Wherever one is named there are two more elsewhere: one closed to the caller, one that lets them add.
 */
export type Fences =
  | 'none'
  | 'beside'
  | 'gone'
  | 'owners only'
  | 'others'
  | 'to read'
  | 'to add'
  | 'by two groups'
  | 'add, then read'
  | 'read, then add'
  | 'others, then add'
  | 'add, then others';

/** A user the body of a request names. */
export type NamedUser = 'oneself' | 'active' | 'invited' | 'deactivated' | 'erased' | 'absent';

export type AtRoom = Asker &
  Readonly<{
    room: 'absent' | 'deleted' | 'active' | 'archived';
    roomLabel: Rank;
    /** Whether no owner is left. */
    orphaned: boolean;
    /**
     * Whether a user deactivated or removed an owner of the room; `lately`: less than 30 days ago, `by an owner`: as lately, and
     * they were an owner of the organisation.
     */
    tookOwner: 'never' | 'by the caller lately' | 'by another lately' | 'by an owner' | 'long ago';
    member: MemberWord;
    /** The label in the request, if there is one. */
    sent: Rank;
    /** Present and wanted role of the member to be added or changed. */
    from: 'none' | RoomRoleWord;
    to: RoomRoleWord;
    /** Whether the caller is the member to be removed. */
    oneself: boolean;
    /** Whether the member to be removed is in the room. */
    present: boolean;
    /** Whether the caller may place rooms in the org unit of the request. */
    placeable: boolean;
    /** The user to be added. */
    named: NamedUser;
    common: CommonWord;
    /**
     * Whether members who are not owners do not see each other, or only those of their groups: the member that the request names is of
     * other groups, a mate, or with them in a group whose members do not see each other.
     */
    closed: boolean | 'to others' | 'to all but mates' | 'in a silent group';
    /**
     * The user with the address that is invited to the room: `ended` for one whose invitation ran out, `outsider` for an external
     * member, `above` with the clearance 4.
     */
    invitee:
      | 'unknown'
      | 'active'
      | 'deactivated'
      | 'invited'
      | 'invitation ended'
      | 'outsider'
      | 'outsider ended'
      | 'outsider above ended';
    /** Whether the operator lets room owners invite. */
    invitations: 'owners' | 'off';
    /** Whether the operator lets external users own rooms. */
    externalOwners: 'on' | 'off';
    /** Whether the user to be added belongs to another organisation. */
    namedExternal: boolean;
    /** The member to be removed. */
    memberIs: 'viewer' | 'owner';
    fences: Fences;
    /** The group that the request names. */
    group: 'absent' | 'own' | 'of others' | 'of another room';
  }>;

type FileWord =
  | 'absent'
  | 'deleted'
  | 'own pending'
  | 'pending'
  | 'own available'
  | 'available'
  | 'in another room'
  | BinWord;

/** Files in the bin: `own` were deleted by the caller. */
type BinWord = 'own in bin' | 'in bin' | 'too long in bin' | 'in another bin';

export type AtFile = AtRoom &
  Readonly<{
    file: FileWord;
    /** The label of the file itself. */
    fileLabel: Rank;
    /** Whether the upload was requested 24 hours ago or longer. */
    late: boolean;
    /** Above this label the operator forbids links; 4 forbids none. */
    shareMax: Rank;
    /** The version that the request names. */
    version: 'absent' | 'current' | 'old';
    /** The label of an old version of an available file; 0 for a file without one. */
    versionLabel: 0 | Rank;
    /** The folder to which the request moves the file. */
    goes: 'nowhere' | 'to the top' | 'to a foreign folder' | 'to an own folder';
  }>;

export type AtFolder = AtRoom &
  Readonly<{
    /** A folder with a file in or below it is known by that file only, whose label is `folderLabel`. */
    folder: 'absent' | 'made' | 'with a file' | 'with a file below' | 'in another room' | 'top';
    folderLabel: Rank;
    /**
     * The folder with the structure "owners": the one that the request names, the one around it, the top of the room, directly in
     * which it makes a folder, or others only.
     */
    structure: 'open' | 'owners beside' | 'owners around' | 'owners within' | 'owners at the top';
    /** The place to which the request moves the folder; `behind another`: a restricted folder is on the way there only. */
    moves: 'nowhere' | 'beside itself' | 'to the top' | 'into a place of the owners' | 'behind another';
  }>;

export type AtLink = AtFile & Readonly<{ link: 'absent' | 'own' | 'of another user' | 'to another file' }>;

export type AtPackage = AtRoom &
  Readonly<{ package: 'absent' | 'own' | 'of another user' | 'in another room' | 'a link to a file' }>;

export type LinkHolder = Readonly<{
  link: 'absent' | 'there';
  revoked: boolean;
  expired: boolean;
  downloads: 'uncapped' | 'left' | 'used up';
  redemption: 'absent' | 'new' | 'with one resume left' | 'resumed 100 times' | 'a day old' | 'of another link';
  room: AtRoom['room'];
  file: 'absent' | 'deleted' | 'pending' | 'available' | 'another file' | 'in another room' | 'in bin';
  /** The higher label of room and file. */
  label: Rank;
  shareMax: Rank;
  creator: 'absent' | Asker['status'];
  creatorClearance: Clearance;
  /** Whether the creator was deactivated since, even if they are active again. */
  creatorWasAway: boolean;
  /** `again`: left the room and was added again as owner. */
  creatorMember: MemberWord | 'again';
  /** On the way to the file, for the creator. */
  fences: Fences;
}>;

export type AtRequest = AtRoom &
  Readonly<{
    /** `before`: made by the caller, who left the room since and came back. */
    request: 'absent' | 'own' | 'before' | 'of another user' | 'in another room';
    /** Whether the folder that the files are meant for still exists. */
    folder: 'there' | 'gone';
    item: 'absent' | 'there' | 'in another room';
  }>;

export type RequestHolder = Readonly<{
  request: 'absent' | 'a draft' | 'opened';
  revoked: boolean;
  expired: boolean;
  received: 'less' | 'all files' | 'all bytes';
  folder: AtRequest['folder'];
}> &
  Pick<LinkHolder, 'room' | 'label' | 'creator' | 'creatorClearance' | 'creatorWasAway' | 'creatorMember' | 'fences'>;

export type AtUser = Asker &
  Readonly<{
    target: 'absent' | 'oneself' | 'another';
    targetRole: OrgRoleWord;
    targetStatus: Asker['status'] | 'erased';
    /** The override set on the target; 0 for none. */
    targetOverride: Clearance;
    /** Whether the caller holds the unit role department_admin in a unit of the target, or in one above it. */
    withinReach: boolean;
    /** Whether the target belongs to another organisation. */
    targetExternal: boolean;
    common: CommonWord;
    sentName: boolean;
    sentExternal: boolean | 'unsaid';
    /** The role the caller sends. */
    sentRole: OrgRoleWord;
    /** The clearance the caller sends; 0 clears the override. */
    sentClearance: Clearance;
  }>;

/** `first token`: the one of the first owner. Neither it nor a session is limited to scopes. `session` began just now. */
export type AtCredential = Asker &
  Readonly<{
    credential: 'token' | 'first token' | 'old session' | 'session';
    hasPassword: boolean;
    /** Whether the link of the key service that was sent is valid for the caller. */
    keyLink: boolean;
    /** The person of the key service whom the caller is linked to; `agrees`: another one, who signed a link too. */
    keyPerson: 'none' | 'the same' | 'another' | 'agrees';
    /** Whether the caller has a way to sign in without the identity provider, or is not linked to a person of it. */
    wayIn: boolean;
    /** Whether a sign-in by device code waits for the code that was typed. */
    deviceLogin: boolean;
  }>;

/** One line of units, by level: 1 is the root. */
export type AtUnit = Asker &
  Readonly<{
    /** The unit of the request; 0 if it does not exist. */
    unit: 0 | 1 | 2 | 3;
    /** The unit of that line, or one beside it, in which the caller holds the unit role department_admin. */
    administers: 'none' | 'beside' | 1 | 2 | 3 | 4;
    /** Whether the caller is a member of it. `before`: until a deactivation; `beside`: of another unit. */
    belongs: 'no' | 'yes' | 'before' | 'beside' | 'another user';
    /** Whether the member to be removed is in the unit. */
    present: boolean;
    /** The user to be added. */
    named: NamedUser;
  }>;

/** About the log of a room, or about what a user may do there. */
export type AtLog = AtRoom &
  Readonly<{
    /** Whether the caller names a room. */
    namesRoom: boolean;
    target: AtUser['target'];
  }>;

export type AtReceipt = Asker &
  Readonly<{
    receipt: 'absent' | 'own' | 'of another user';
    /** Rank of the label of the room; 0: an older version stored none. */
    receiptLabel: 0 | Rank;
  }>;

/** `allow`, or the code of the refusal. */
export type Answer = string;
