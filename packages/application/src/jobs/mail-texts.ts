import {
  formatInstant,
  type Instant,
  type InvitationMessage,
  type InvitationOrigin,
  type User,
} from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import type { MailBlock } from '../kernel/mail.ts';
import { originOf } from '../steps/people/invitation-origin.ts';
import { quoteText } from '../steps/quoted.ts';

type MailTextsDeps = Pick<Deps, 'documents' | 'labelRules' | 'mailLabel' | 'publicUrl'>;

/** The facts of an invitation that a mail may show. */
export type InvitationFacts = Readonly<{
  /** Name and address of the inviter; the name is quoted. */
  inviter: string | undefined;
  /** The name of the room; undefined where its label is above the one that mails may show. */
  room: string | undefined;
  isForRoom: boolean;
  service: string;
}>;

/** Reads inviter and room. */
export async function invitationFacts(deps: MailTextsDeps, origin: InvitationOrigin): Promise<InvitationFacts> {
  const { inviter, room } = await originOf(deps, origin);
  return {
    inviter: inviter && nameOf(inviter),
    room,
    isForRoom: origin.roomId !== undefined,
    service: deps.publicUrl(),
  };
}

/** A person as mails name them: the name is quoted. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  name === '' ? email : `${quoteText(name)} (${email})`;

/** The first line of a mail: who invites to what. */
export const openingOf = (facts: InvitationFacts): string =>
  facts.isForRoom
    ? roomOpeningOf(facts, 'invites you to')
    : `${facts.inviter ?? SOMEBODY} invites you to ${facts.service}, a service for data rooms.`;

/** The first line of a mail to a new member. */
export const membershipOpeningOf = (facts: InvitationFacts): string => roomOpeningOf(facts, 'added you to');

const SOMEBODY = 'An administrator';

const roomOpeningOf = ({ inviter = SOMEBODY, room, service }: InvitationFacts, deed: string): string =>
  `${inviter} ${deed} ${room === undefined ? 'a data room' : `the data room ${quoteText(room)}`} at ${service}.`;

const LONGEST_SUBJECT = 150;

/** A subject with inviter and room, so that a person finds the mail again. */
export const invitationSubjectOf = (facts: InvitationFacts, service: string): string =>
  subjectOf(facts, 'invites you to', facts.isForRoom ? roomOf(facts) : service) ??
  `Your invitation to ${facts.isForRoom ? 'a data room' : service}`;

/** The subject of a mail to a new member. It names the inviter and the room. */
export const membershipSubjectOf = (facts: InvitationFacts): string =>
  subjectOf(facts, 'added you to', roomOf(facts)) ?? 'You are a member of a data room';

const roomOf = ({ room }: InvitationFacts): string => (room === undefined ? 'a data room' : quoteText(room));

/** Undefined without an inviter, and where an address is too long for one line. */
function subjectOf({ inviter }: InvitationFacts, deed: string, place: string): string | undefined {
  const subject = `${inviter} ${deed} ${place}`;
  return inviter === undefined || subject.length > LONGEST_SUBJECT ? undefined : subject;
}

/** The words of the inviter, marked as theirs: they must not pass for words of the service. */
export const messageOf = (
  { inviter = 'They' }: InvitationFacts,
  { message }: Readonly<{ message?: InvitationMessage }>,
): readonly MailBlock[] => (message === undefined ? [] : [`${inviter} writes:`, { quote: message }]);

/** The last paragraphs of a mail: whom to ask. */
export const closingOf = ({ inviter }: InvitationFacts): readonly string[] => [
  inviter === undefined
    ? 'If you did not expect this message, ignore it: nothing happens without you.'
    : `If you did not expect this message, ask ${inviter}, by a way that you know already. If you ignore it, nothing happens.`,
];

/** The words of a mail about a forgotten password. */
export const resetOf = ({ service }: InvitationFacts, name: string) => ({
  subject: `Your new password for ${name}`,
  opening: [`Somebody asked for a link to set a new password for your account at ${service}.`],
  closing: [
    'If it was not you, ignore this message: your password stays as it is. If such messages go on, tell an administrator of your data rooms, by a way that you know already.',
  ],
});

/** A moment as people read it, to the minute: `2026-11-23 04:15 UTC`. */
export const mailTime = (at: Instant): string => `${formatInstant(at).slice(0, 16).replace('T', ' ')} UTC`;
