import {
  canonicalDirectoryName,
  type Email,
  type EmailChange,
  type Identity,
  isInDirectory,
  type KeyPerson,
  type SecretHash,
  type Session,
  type User,
} from '@strongroom/domain';
import { defineCollection, sameBody } from './collection.ts';

export const emailKey = (email: Email): string => `email:${email}`;
export const tokenKey = (hash: SecretHash): string => `token:${hash}`;
export const tokenIdKey = (id: string): string => `token-id:${id}`;
export const sessionKey = (hash: SecretHash): string => `session:${hash}`;
/** The link by which the reader of an address confirms a change of it. */
export const emailChangeKey = (hash: SecretHash): string => `email-change:${hash}`;
export const invitationKey = (hash: SecretHash): string => `invitation:${hash}`;
/** A person of the key service belongs to one user. */
export const keyPersonKey = ({ iss, id }: KeyPerson): string => `key-person:${iss}\n${id}`;

/** A person of the identity provider belongs to one user. */
export const identityKey = ({ iss, subject }: Pick<Identity, 'iss' | 'subject'>): string =>
  `identity:${iss}\n${subject}`;
/** Users with a session that was started with one at the identity provider, by person and by session. */
export const providerSubKey = (iss: string, sub: string): string => `provider-sub:${iss}\n${sub}`;
export const providerSidKey = (iss: string, sid: string): string => `provider-sid:${iss}\n${sid}`;

const providerKeys = ({ provider }: Session): readonly string[] =>
  provider === undefined
    ? []
    : [
        providerSubKey(provider.iss, provider.sub),
        ...(provider.sid === undefined ? [] : [providerSidKey(provider.iss, provider.sid)]),
      ];

const confirmationKeys = (change: EmailChange): readonly string[] =>
  [change.old, change.new].flatMap(({ hash, state }) => (state === 'waits' ? [emailChangeKey(hash)] : []));

/** Every user of the organisation. */
export const EVERY_USER = 'all';
/** Users who carry a clearance override. */
export const usersWithOverride = 'override';
/** Users who were erased; no list of the service shows them. */
export const erasedUsers = 'erased';
/** Users whom a directory sees. */
export const directoryUsers = 'directory';
/** A user with an identifier of a directory, and one whose name there is not their address. */
export const externalIdKey = (externalId: string): string => `external-id:${externalId}`;
export const directoryNameKey = (name: string): string => `directory-name:${canonicalDirectoryName(name)}`;
/** Users who never accepted an invitation, and are not deactivated. */
export const invitedUsers = 'invited';

export const users = defineCollection<User>({
  name: 'users',
  // Schema 2 may hold external users, whom an older version would take for members of the organisation. Schema 3 lists those
  // who are invited, and those whom a directory sees, by keys of their own.
  oldest: 2,
  upcasts: [sameBody],
  earlier: {
    schema: 2,
    // An older version would let them in without it.
    body: (user) => (user.secondFactor === undefined ? user : undefined),
    key: (key) => (key === invitedUsers || key === directoryUsers ? EVERY_USER : key),
  },
  id: (user) => user.id,
  position: (user) => user.createdAt,
  shape: { email: 'text', role: 'text', status: 'text', epoch: 'number', tokens: 'list', sessions: 'list' },
  keys: (user) => [
    ...(user.erasedAt === undefined ? [EVERY_USER, emailKey(user.email)] : [erasedUsers]),
    ...(user.clearance === null ? [] : [usersWithOverride]),
    ...(user.status === 'invited' ? [invitedUsers] : []),
    ...(isInDirectory(user) ? [directoryUsers] : []),
    ...(user.directory?.externalId ? [externalIdKey(user.directory.externalId)] : []),
    ...new Set(user.sessions.flatMap(providerKeys)),
  ],
  uniqueKeys: (user) => [
    emailKey(user.email),
    ...(user.directory?.userName ? [directoryNameKey(user.directory.userName)] : []),
    ...user.tokens.flatMap((token) => [tokenKey(token.hash), tokenIdKey(token.id)]),
    ...user.sessions.map((session) => sessionKey(session.hash)),
    ...(user.identity ? [identityKey(user.identity)] : []),
    ...(user.keyPerson ? [keyPersonKey(user.keyPerson)] : []),
    ...(user.emailChange ? confirmationKeys(user.emailChange) : []),
    ...user.invitations.map((invitation) => invitationKey(invitation.hash)),
  ],
});
