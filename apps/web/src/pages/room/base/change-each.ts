import type { File as RoomFile } from '@strongroom/client';
import { explainError } from '../../../base/explain.ts';
import { firstNames } from '../../../base/first-names.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { type Answered, throwRefused } from './refused.ts';

const AT_ONCE = 6;
/** Maximum number of items in one request. */
const TOGETHER = 100;

export type FailedChange<T> = Readonly<{ item: T; text: string }>;

/** Changes things six at a time. After a failure the others continue, and the answer names the failed one with the reason. */
export async function changeEach<T>(
  items: readonly T[],
  change: (item: T) => Promise<unknown>,
  onDone: (count: number) => void = () => undefined,
): Promise<readonly FailedChange<T>[]> {
  const failed: FailedChange<T>[] = [];
  const left = [...items.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [, item] = next;
      try {
        await change(item);
      } catch (error) {
        failed.push({ item, text: explainError(error).text });
      }
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return failed;
}

/** Changes things a hundred with one request. The answer names each that was refused with the reason. */
export async function changeTogether<T>(
  items: readonly T[],
  send: (part: readonly T[]) => Promise<readonly Answered[]>,
  onDone: (count: number) => void = () => undefined,
): Promise<readonly FailedChange<T>[]> {
  const failed: FailedChange<T>[] = [];
  for (let from = 0; from < items.length; from += TOGETHER) {
    const part = items.slice(from, from + TOGETHER);
    const sent = send(part);
    const refused = await changeEach(part, async (item) =>
      throwRefused((await sent).slice(part.indexOf(item), part.indexOf(item) + 1)),
    );
    failed.push(...refused);
    onDone(from + part.length);
  }
  return failed;
}

/** A sentence about what failed, with the first names. */
export function failedSentence(failed: readonly FailedChange<Pick<RoomFile, 'name'>>[]): string {
  const [first] = failed;
  const names = firstNames(failed.map(({ item }) => item.name));
  return isolateNames`Not changed: ${names}. ${first?.text ?? ''}`;
}
