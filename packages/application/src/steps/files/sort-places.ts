import { type Label, naturalKey, numberingOf, type UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { SortPlace } from '../../kernel/lists.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import type { NameEntry } from '../../store/name-entry.ts';
import { users } from '../../store/users.ts';
import { indexesIn } from '../numbering/indexes.ts';
import { uploadersSeen } from './files-seen.ts';

export type SortColumn = 'name' | 'size' | 'date' | 'by' | 'label';
export type FileSort = Readonly<{ column: SortColumn; isFalling: boolean }>;

/** Digits of the greatest exact integer. */
const DIGITS = 16;
const MAX_PERSON_CHARACTERS = 40;
const IN_ONE_READ = 200;
/** After all index numbers. */
const WITHOUT_INDEX = '~';

const inDigits = (number: number): string => String(number).padStart(DIGITS, '0');

/**
 * The places of files in the order of a column, and by name where it is the same. By name is by index number in a room that has them. By
 * person is by the name of the one whom the answer names.
 */
export async function sortPlaces(
  deps: Pick<Deps, 'documents' | 'labelRules'>,
  at: AtLiveRoom,
  entries: readonly NameEntry[],
  column: SortColumn,
): Promise<(entry: NameEntry) => SortPlace> {
  const by = (first: (entry: NameEntry) => string) => (entry: NameEntry) => ({
    first: first(entry),
    second: entry.nameKey,
    id: entry.id,
  });
  if (column === 'name' && numberingOf(at.room) === 'fixed') {
    const indexIn = await indexesIn(deps, at.room, [...new Set(entries.map(({ folder }) => folder))]);
    return by((entry) => naturalKey(indexIn(entry.folder, entry) ?? WITHOUT_INDEX));
  }
  if (column === 'name') return ({ nameKey, id }) => ({ first: nameKey, second: '', id });
  if (column === 'size') return by(({ size }) => inDigits(size));
  if (column === 'date') return by(({ confirmedAt }) => inDigits(confirmedAt));
  if (column === 'label') {
    const ranks = new Map<Label, string>(deps.labelRules.scheme.map(({ label }, rank) => [label, inDigits(rank)]));
    return by(({ label }) => ranks.get(label) ?? '');
  }
  const people = await personKeys(deps, at, [...new Set(entries.map(({ uploadedBy }) => uploadedBy))]);
  return by(({ uploadedBy }) => people.get(uploadedBy) ?? '');
}

async function personKeys(
  deps: Pick<Deps, 'documents'>,
  at: AtLiveRoom,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const seen = await uploadersSeen(deps, at, ids);
  const shown = [...new Set(seen.values())];
  const keys = new Map<UserId, string>();
  for (let start = 0; start < shown.length; start += IN_ONE_READ) {
    const found = await deps.documents.read(shown.slice(start, start + IN_ONE_READ).map((id) => refTo(users, id)));
    for (const document of found) {
      const user = document && stateOf(users, document);
      if (user) keys.set(user.id, Array.from(naturalKey(user.name)).slice(0, MAX_PERSON_CHARACTERS).join(''));
    }
  }
  return new Map([...seen].map(([id, shownId]) => [id, keys.get(shownId) ?? '']));
}
