import type { OrgUnit, Person } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { isId, matchingName, theOne } from './one.ts';

/** Finds a user by id or its beginning, e-mail address, unique name or `me`, and returns the id. Throws Problem. */
export async function userIdOf(session: Session, text: string): Promise<string> {
  const { client, signal } = session;
  if (isId(text)) return text;
  if (text === 'me') return (await client.account.get({ signal })).id;
  return (await userNamed(session, text)).id;
}

async function userNamed({ client, signal }: Session, text: string): Promise<Person> {
  const exact = text.includes('@') ? await client.users.list({ email: text }, { signal }).all() : [];
  const all = exact.length > 0 ? [] : await client.users.list({ per_page: 100 }, { signal }).all();
  const users = text.includes('@') ? exact : matchingName(all, text, ({ name }) => name);
  const names = all.map(({ name, email }) => (text.includes('@') ? (email ?? '') : name));
  return theOne(users, {
    kind: 'user',
    text,
    names,
    describe: ({ id, name, email, role }) => [id, email ?? name, role].filter((part) => part !== undefined).join('  '),
  });
}

/** Finds an org unit by id or its beginning, or by name if only one unit has it. Throws Problem. */
export async function unitNamed({ client, signal }: Session, text: string): Promise<OrgUnit> {
  if (isId(text)) return client.orgUnits.get(text, { signal });
  const units = await client.orgUnits.list({ per_page: 100 }, { signal }).all();
  const nameOf = ({ name }: OrgUnit): string => name;
  return theOne(matchingName(units, text, nameOf), {
    kind: 'org unit',
    text,
    names: units.map(nameOf),
    describe: ({ id, parent_id: parent }) => `${id}  below ${parent ?? 'nothing'}`,
  });
}
