import { DomainError } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { recordedBy } from './events.ts';
import type { World } from './world.ts';

/** The code of a refused request, or "done". Rethrows other errors. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      if (error instanceof Unavailable) return `unavailable: ${error.dependency}`;
      throw error;
    },
  );

/** Counts the codes, including "done". */
export async function tally(work: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(work.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The code of a refused request, and the rule in the audit log, or null. */
export async function refusal(world: World, work: () => Promise<unknown>): Promise<readonly [string, string | null]> {
  let code = '';
  const recorded = await recordedBy(world, async () => {
    code = await codeOf(work());
  });
  const denials = recorded.filter((event) => event.outcome === 'denied');
  if (recorded.length > denials.length || denials.length > 1) throw new Error('a refusal recorded something else');
  return [code, denials[0]?.rule ?? null];
}
