import type { File } from '@strongroom/client';
import { dayOf } from '../activity/event-bursts.ts';

type Came = Pick<File, 'uploaded_at' | 'uploaded_by' | 'folder'>;
/** Files that one person added to one folder on one day, the newest first. */
export type Addition<F> = Readonly<{ by: string; folder: string; files: readonly F[] }>;
export type DayOfFiles<F> = Readonly<{ day: string; additions: readonly Addition<F>[] }>;

/**
 * Of files, the newest first, those of others that are new: `unseen` ones by their number, or that came after `since`, in
 * milliseconds.
 */
export const newAmong = <F extends Came>(
  files: readonly F[],
  { me, since, unseen }: Readonly<{ me: string; since: number; unseen: number }>,
): readonly F[] =>
  files.filter(
    ({ uploaded_at: at, uploaded_by: by }, place) => by !== me && (place < unseen || Date.parse(at) >= since),
  );

/** Files, the newest first, by the day on which they came, the person and the folder. */
export function daysOfFiles<F extends Came>(files: readonly F[]): readonly DayOfFiles<F>[] {
  const days = new Map<string, Map<string, { by: string; folder: string; files: F[] }>>();
  for (const file of files) {
    const { uploaded_at: at, uploaded_by: by, folder } = file;
    const day = dayOf(at);
    const additions = days.get(day) ?? new Map<string, { by: string; folder: string; files: F[] }>();
    days.set(day, additions);
    const key = `${by} ${folder}`;
    const addition = additions.get(key) ?? { by, folder, files: [] };
    additions.set(key, addition);
    addition.files.push(file);
  }
  return [...days].map(([day, additions]) => ({ day, additions: [...additions.values()] }));
}
