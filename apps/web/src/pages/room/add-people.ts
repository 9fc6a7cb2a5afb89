import type { Member } from '@strongroom/client';
import { explain } from '../../base/explain.ts';
import { service } from '../../base/service.ts';

export type AddOutcome = Readonly<{ email: string; error: string | undefined }>;

/** Addresses in a text, each once. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  ),
];

/** Adds people to a room by their addresses, and invites those who have no account. Each has an outcome of their own. */
export async function addPeople(roomId: string, text: string, role: Member['role']): Promise<readonly AddOutcome[]> {
  const outcomes: AddOutcome[] = [];
  for (const email of addressesIn(text)) {
    try {
      const { data } = await service.users.list({ email }).page();
      const known = data[0] ?? (await service.users.invite({ email, role: 'member' }));
      await service.members.add(roomId, { user_id: known.id, role });
      outcomes.push({ email, error: undefined });
    } catch (error) {
      outcomes.push({ email, error: explain(error).text });
    }
  }
  return outcomes;
}
