import { DomainError } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';

/** The code a request is refused with, or "done". Anything but a refusal is thrown on. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      if (error instanceof Unavailable) return `unavailable: ${error.dependency}`;
      throw error;
    },
  );

/** How often each code came, "done" among them. */
export async function tally(work: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(work.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
