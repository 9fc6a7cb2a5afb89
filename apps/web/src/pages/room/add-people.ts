import { type Member, StrongroomError } from '@strongroom/client';
import { addressesIn } from '../../base/addresses.ts';
import { explain } from '../../base/explain.ts';
import { service } from '../../base/service.ts';

/** `waits`: when the mail goes out that a limit delays. */
export type AddOutcome = Readonly<{ email: string; error: string | undefined; waits?: string | null }>;

type Terms = Readonly<{
  role: Member['role'];
  /** People without an account become outside parties, join the organisation, or are not added. */
  newcomers: 'outside' | 'colleague' | 'known';
  /** When the membership ends; null: it has no end. */
  end: string | null;
  /** Quoted in the mail to outside parties; blank for none. */
  message: string;
}>;

/** Adds people to a room by their addresses, and invites those who have no account. Each has an outcome of their own. */
export async function addPeople(roomId: string, text: string, terms: Terms): Promise<readonly AddOutcome[]> {
  const outcomes: AddOutcome[] = [];
  for (const email of addressesIn(text)) {
    try {
      const waits = await addOne(roomId, email, terms);
      outcomes.push({ email, error: undefined, waits });
    } catch (error) {
      outcomes.push({ email, error: explain(error).text });
    }
  }
  return outcomes;
}

const NO_ACCOUNT = 'Nobody with this address has an account. Ask an administrator to invite them.';

async function addOne(roomId: string, email: string, terms: Terms): Promise<string | null> {
  const { role, newcomers, end, message } = terms;
  const ending = end === null ? {} : { expires_at: end };
  if (newcomers === 'outside') {
    const quoted = message.trim() === '' ? {} : { message: message.trim() };
    const invited = await service.members.invite(roomId, { email, role, ...ending, ...quoted });
    return invited.mail_waits_until;
  }
  const { data } = await service.users.list({ email }).page();
  const invited =
    data[0] === undefined && newcomers === 'colleague'
      ? await service.users.invite({ email, role: 'member' })
      : undefined;
  const known = data[0] ?? invited;
  if (known === undefined) throw new StrongroomError('USER_NOT_FOUND', { message: NO_ACCOUNT });
  await service.members.add(roomId, { user_id: known.id, role, ...ending });
  return invited?.invitation.mail_waits_until ?? null;
}
