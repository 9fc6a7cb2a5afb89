import type { DirectoryUserInput } from '@strongroom/application';
import {
  DirectoryName,
  directoryNameOf,
  Email,
  ExternalId,
  PersonName,
  type User,
  type Value,
} from '@strongroom/domain';
import { matchesFilter } from './filter.ts';
import { assertIgnored, type PatchOperation } from './patch-body.ts';
import { isObject, memberOf, type ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';

/** The values of a user that a request sets, as they were sent. */
type Sent = {
  userName?: string;
  displayName?: string;
  active?: boolean;
  email?: string;
  externalId?: string | null;
  formattedName?: string | null;
  givenName?: string | null;
  familyName?: string | null;
};

/** The values of a complete user, as POST and PUT send it. Attributes that are not stored are ignored. */
export function sentUser(body: ScimObject): Readonly<Sent> & Readonly<{ userName: string }> {
  const userName = textOf('userName', memberOf(body, 'userName'));
  const name = memberOf(body, 'name');
  const displayName = textIn(memberOf(body, 'displayName')) ?? nameIn(name);
  const active = memberOf(body, 'active');
  const email = addressIn(memberOf(body, 'emails'));
  return {
    userName,
    externalId: externalIdOf(memberOf(body, 'externalId')),
    ...partsOf(isObject(name) ? name : {}),
    ...(displayName !== undefined && { displayName }),
    ...(active !== undefined && active !== null && { active: booleanOf(active) }),
    ...(email !== undefined && { email }),
  };
}

/** The values that the operations of a PATCH set, in their order. */
export function patchedUser(operations: readonly PatchOperation[]): Readonly<Sent> {
  const sent: Sent = {};
  for (const operation of operations) apply(sent, operation);
  return sent;
}

const REQUIRED = new Set(['username', 'displayname', 'active', 'emails']);

function apply(sent: Sent, { op, path, value }: PatchOperation): void {
  if (op === 'remove' && REQUIRED.has(path.attribute))
    throw badRequest('mutability', `${path.attribute} cannot be removed; replace it.`);
  const set = Object.hasOwn(SETTERS, path.attribute) ? SETTERS[path.attribute] : undefined;
  if (set === undefined) assertIgnored(path);
  else set(sent, op === 'remove' ? null : value, path);
}

const SETTERS: Readonly<Record<string, (sent: Sent, value: unknown, path: PatchOperation['path']) => void>> = {
  username: (sent, value) => {
    sent.userName = textOf('userName', value);
  },
  displayname: (sent, value) => {
    sent.displayName = textOf('displayName', value);
  },
  name: (sent, value, { part }) => {
    if (part === undefined) Object.assign(sent, value === null ? partsOf({}) : presentPartsOf(value));
    else if (part === 'formatted') sent.formattedName = textIn(value) ?? null;
    else if (part === 'givenname') sent.givenName = textIn(value) ?? null;
    else if (part === 'familyname') sent.familyName = textIn(value) ?? null;
  },
  active: (sent, value) => {
    sent.active = booleanOf(value);
  },
  externalid: (sent, value) => {
    sent.externalId = externalIdOf(value);
  },
  emails: (sent, value, { filter, part }) => {
    // There is one address, of the type work: changes of another one are ignored.
    if (filter && !matchesFilter(filter, { type: 'work', primary: true })) return;
    const email = part === undefined ? addressIn(value) : part === 'value' ? textOf('emails.value', value) : undefined;
    if (email !== undefined) sent.email = email;
  },
};

/** The parts of a name, `null` for each part that is missing. */
const partsOf = (name: ScimObject) => ({
  formattedName: textIn(memberOf(name, 'formatted')) ?? null,
  givenName: textIn(memberOf(name, 'givenName')) ?? null,
  familyName: textIn(memberOf(name, 'familyName')) ?? null,
});

/** The parts of a name that a PATCH sends; the others stay (RFC 7644 section 3.5.2.3). */
const presentPartsOf = (value: unknown): Partial<ReturnType<typeof partsOf>> =>
  isObject(value) ? Object.fromEntries(Object.entries(partsOf(value)).filter(([, part]) => part !== null)) : {};

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function textOf(name: string, value: unknown): string {
  const text = textIn(value);
  if (text === undefined) throw badRequest('invalidValue', `${name} is a text.`);
  return text;
}

/** Entra ID sends "True" and "False" as texts unless it is set otherwise. */
function booleanOf(value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw badRequest('invalidValue', 'active is true or false.');
}

function externalIdOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return textOf('externalId', value);
}

function nameIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const parts = ['givenName', 'familyName'].flatMap((part) => textIn(memberOf(value, part)) ?? []);
  return textIn(memberOf(value, 'formatted')) ?? textIn(parts.join(' '));
}

/** The primary address, else that of work, else the first. */
function addressIn(value: unknown): string | undefined {
  const all = (Array.isArray(value) ? value : [value]).filter(isObject);
  const chosen =
    all.find((one) => memberOf(one, 'primary') === true) ??
    all.find((one) => memberOf(one, 'type') === 'work') ??
    all[0];
  return chosen === undefined ? undefined : textOf('emails.value', memberOf(chosen, 'value'));
}

/** The values of a new user for the service. Throws invalidValue. */
export function inputOfNewUser(sent: ReturnType<typeof sentUser>): DirectoryUserInput & Readonly<{ email: Email }> {
  const address = sent.email ?? sent.userName;
  if (!Email.is(address))
    throw badRequest('invalidValue', `"${address.slice(0, 100)}" is no address: send one in emails, or as userName.`);
  return { ...valuesOf(sent), email: address };
}

/**
 * The changes of a known user for the service. The address of a user who was active is theirs to change; a request that
 * deactivates, or names a former address, is not refused for it. Throws mutability, invalidValue.
 */
export function inputOfKnownUser(user: User, sent: Readonly<Sent>): DirectoryUserInput {
  const { displayName = shownName(user), userName, ...rest } = sent;
  const values = valuesOf({
    ...rest,
    ...(displayName !== shownName(user) && { displayName }),
    ...(userName !== undefined && userName !== directoryNameOf(user) && { userName }),
  });
  const isOther = values.email !== undefined && values.email.toLowerCase() !== user.email;
  if (!isOther || user.activatedAt === null) return values;
  const { email, ...others } = values;
  // A directory continues to send the address that a user had before they changed it.
  const isFormer = user.formerEmails?.some((known) => known === email?.toLowerCase()) === true;
  if (isFormer || values.isActive === false) return others;
  throw badRequest('mutability', 'Users who were active change their address themselves; a directory cannot.');
}

/** The name of a user; the address of one who has none yet. */
export const shownName = ({ name, email }: User): string => name || email;

function valuesOf(sent: Readonly<Sent>): DirectoryUserInput {
  const { displayName, userName, externalId, email, active } = sent;
  return {
    name: validScimValue(PersonName, 'displayName', displayName),
    userName: validScimValue(DirectoryName, 'userName', userName),
    email: validScimValue(Email, 'emails.value', email),
    externalId: externalId === null ? null : validScimValue(ExternalId, 'externalId', externalId),
    formattedName: partIn('name.formatted', sent.formattedName),
    givenName: partIn('name.givenName', sent.givenName),
    familyName: partIn('name.familyName', sent.familyName),
    isActive: active,
  };
}

const partIn = (name: string, sent: string | null | undefined) =>
  sent === null ? null : validScimValue(DirectoryName, name, sent);

/** A value of the service. Throws invalidValue. */
export function validScimValue<T>(value: Value<T>, name: string, sent: string | undefined): T | undefined {
  if (sent === undefined) return undefined;
  const problem = value.problem(sent);
  if (problem !== undefined) throw badRequest('invalidValue', `${name} ${problem.message}.`);
  return value.parse(sent);
}
