import { type Member, StrongroomError } from '@strongroom/client';
import { explainError } from '../../../base/explain.ts';
import { service } from '../../../base/service.ts';
import { type FirstRights, giveFirstRights } from '../../first-rights.tsx';
import type { NewMember } from './sight-of-new.ts';

/**
 * `isMailed`: a link in was mailed. `waits`: when the mail goes out that a limit delays. `link`: to hand over, without mails.
 * `missing`: why a person who is added lacks a first right.
 */
export type AddOutcome = Readonly<{
  email: string;
  name: string;
  error: string | undefined;
  isMailed?: boolean;
  waits?: string | null;
  link?: string | null;
  missing?: string | undefined;
}>;

type Terms = Readonly<{
  role: Member['role'];
  /** People without an account become outside parties, join the organisation, or are not added. */
  newcomers: 'outside' | 'colleague' | 'known';
  /** Groups of the room that they come into. */
  groups: readonly string[];
  /** When the membership ends; null: it has no end. */
  end: string | null;
  /** Quoted in the mail to outside parties; blank for none. */
  message: string;
  /** A clearance for those who would see nothing of the room; none is changed without it. */
  clearance: string | undefined;
  /** For people without an account. */
  rights: FirstRights;
}>;

/** Adds people to a room, and invites those who have no account. Each has an outcome of their own. */
export async function addPeople(
  roomId: string,
  people: readonly NewMember[],
  terms: Terms,
): Promise<readonly AddOutcome[]> {
  const outcomes: AddOutcome[] = [];
  for (const person of people) {
    const { email, name } = person;
    try {
      outcomes.push({ email, name, error: undefined, ...(await addOne(roomId, person, terms)) });
    } catch (error) {
      outcomes.push({ email, name, error: explainError(error).text });
    }
  }
  return outcomes;
}

const NO_ACCOUNT = 'Nobody with this address has an account. Ask an administrator to invite them.';

type Added = Readonly<{ isMailed: boolean; waits: string | null; link: string | null; missing: string | undefined }>;

async function addOne(roomId: string, person: NewMember, terms: Terms): Promise<Added> {
  const { email, seesNothing } = person;
  const { role, newcomers, groups, end, message, clearance, rights } = terms;
  const named = person.givenName === undefined ? {} : { name: person.givenName };
  const more = {
    ...(groups.length > 0 && { group_ids: groups }),
    ...(end !== null && { expires_at: end }),
  };
  const raised = seesNothing ? clearance : undefined;
  /** Before the membership where the account is there: its mail leads into a room that they see. */
  const clear = async (id: string): Promise<void> => {
    if (raised !== undefined) await service.users.setClearance(id, { clearance_level: raised });
  };
  const settle = (id: string): Promise<string | undefined> =>
    giveFirstRights(id, {
      clearance: raised ?? rights.clearance,
      unit: newcomers === 'colleague' ? rights.unit : '',
    });
  if (newcomers === 'outside') {
    if (person.user !== undefined) await clear(person.user.id);
    const quoted = message.trim() === '' ? {} : { message: message.trim() };
    const invited = await service.members.invite(roomId, { email, role, ...named, ...more, ...quoted });
    const missing = person.user === undefined ? await settle(invited.user_id) : undefined;
    return { isMailed: true, waits: invited.mail_waits_until, link: null, missing };
  }
  const known = person.user ?? (await service.users.list({ email }).page()).data[0];
  const invited =
    known === undefined && newcomers === 'colleague'
      ? await service.users.invite({ email, role: 'member', ...named })
      : undefined;
  const user = known ?? invited;
  if (user === undefined) throw new StrongroomError('USER_NOT_FOUND', { message: NO_ACCOUNT });
  if (invited === undefined) await clear(user.id);
  await service.members.add(roomId, { user_id: user.id, role, ...more });
  const { mail_waits_until: waits = null, link = null } = invited?.invitation ?? {};
  const missing = invited === undefined ? undefined : await settle(user.id);
  return { isMailed: invited !== undefined, waits, link, missing };
}

/** One sentence about those who were added. `isMailSent`: whether this service sends mails. */
export function summaryOf(outcomes: readonly AddOutcome[], isMailSent: boolean): string {
  const added = outcomes.filter(({ error }) => error === undefined);
  // Those whose link is shown hear of no mail.
  const mailed = added.filter(({ isMailed, link }) => isMailed === true && (link ?? null) === null).length;
  const waiting = added.filter(({ waits }) => (waits ?? null) !== null).length;
  return [
    `${added.length === 1 ? `${added[0]?.name} is added` : `${added.length} people are added`}.`,
    mailed === 0
      ? ''
      : isMailSent
        ? `${mailed === 1 && added.length === 1 ? 'They get' : `${mailed} of them get`} a link by mail.`
        : 'No mail server is set: the operator finds the mails with their links in the data folder.',
    waiting === 0
      ? ''
      : `${waiting} ${waiting === 1 ? 'mail' : 'mails'} will go out later: a limit of mails was reached.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
