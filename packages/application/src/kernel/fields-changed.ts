import type { EventData } from '@strongroom/domain';

type Fields = Readonly<Record<string, unknown>>;

/** The event data that names the fields which differ, never what was written. The keys are the words in the record. */
export function fieldsChanged(before: Fields, after: Fields): EventData {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  return changed.length === 0 ? {} : { changed: Object.fromEntries(changed.map((field) => [field, true])) };
}
