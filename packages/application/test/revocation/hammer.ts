import { setImmediate as turn } from 'node:timers/promises';
import { codeOf } from '../world/refusals.ts';

/** Number of times each attempt is repeated after the answer of the revocation. */
const AFTERWARDS = 3;

/**
 * Repeats the attempts while `revoke` runs, and some times after its answer. Returns how often each succeeded that
 * started before, and the codes of those that started after the answer.
 */
export async function hammer(
  attempts: Readonly<Record<string, () => Promise<unknown>>>,
  revoke: () => Promise<unknown>,
): Promise<Readonly<{ before: Readonly<Record<string, number>>; after: Readonly<Record<string, readonly string[]>> }>> {
  const before: Record<string, number> = {};
  const after: Record<string, string[]> = {};
  let isBegun = false;
  let isOver = false;
  let isRevoked = false;
  const underWay: Promise<void>[] = [];
  const succeeding: Promise<void>[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const late: string[] = [];
    after[name] = late;
    before[name] = 0;
    succeeding.push(
      new Promise((resolve, reject) => {
        const goOn = async () => {
          while (late.length < AFTERWARDS) {
            if (isOver) return;
            const startedLate = isRevoked;
            const code = await codeOf(attempt());
            if (startedLate) late.push(code);
            else if (code === 'done') before[name] = (before[name] ?? 0) + 1;
            else if (!isBegun) return reject(new Error(`${name} is refused with ${code} before anything is revoked`));
            if (code === 'done' || startedLate) resolve();
            await turn(); // In memory, no other work would get a turn of the event loop.
          }
        };
        underWay.push(goOn());
      }),
    );
  }
  try {
    await Promise.all(succeeding);
    isBegun = true;
    await revoke();
    isRevoked = true;
    await Promise.all(underWay);
  } finally {
    isOver = true;
  }
  return { before, after };
}

/** Expected result of `hammer`: every attempt refused with its code. */
export const allRefused = (codes: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(codes).map(([name, code]) => [name, Array.from({ length: AFTERWARDS }, () => code)]),
  );
