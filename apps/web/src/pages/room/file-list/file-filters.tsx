import type { File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { useLabels } from '../../../base/queries.ts';
import { setQuery } from '../../../base/router.tsx';
import { Button, Select, type SelectOption } from '../../../design/controls.tsx';
import {
  FILTERS,
  type FileFilter,
  type FilterName,
  isFiltering,
  KINDS,
  NO_FILTER,
  SINCE,
} from '../base/file-filter.ts';
import { compareNaturally } from '../base/folders.ts';
import { useUploaders } from '../base/uploaders.ts';

type Props = Readonly<{
  filter: FileFilter;
  /** The files that are read, also those that do not fit. */
  read: readonly RoomFile[];
  /** The number of those that fit. */
  found: number;
  /** Number of all files of the list. */
  total: number;
  /** Whether all that will be read is read. */
  isRead: boolean;
}>;

const LABELS: Readonly<Record<FilterName, string>> = { kind: 'Kind', label: 'Label', by: 'Added by', since: 'Added' };

/** Choices that leave files out of the list, and those that are set: each is taken back by a press. */
export function FileFilters({ filter, read, found, total, isRead }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const people = [
    ...new Set([...read.map((file) => file.uploaded_by), ...(filter.by === undefined ? [] : [filter.by])]),
  ];
  const nameOf = useUploaders(people);
  const options: Readonly<Record<FilterName, readonly SelectOption[]>> = {
    kind: KINDS,
    label: labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
    by: people.map((id) => ({ id, name: nameOf(id) })).toSorted((one, other) => compareNaturally(one.name, other.name)),
    since: SINCE,
  };
  const set = FILTERS.flatMap((name) => {
    const chosen = options[name].find(({ id }) => id === filter[name]);
    return chosen === undefined ? [] : [{ name, value: chosen.name }];
  });
  return (
    <section aria-label="Filters" className="file-filters">
      <div className="row">
        {FILTERS.map((name) => (
          <Select
            key={name}
            label={LABELS[name]}
            hideLabel
            value={filter[name] ?? ''}
            options={[{ id: '', name: `${LABELS[name]}: all` }, ...options[name]]}
            onChange={(next) => setQuery({ [name]: next })}
          />
        ))}
      </div>
      {isFiltering(filter) && (
        <div className="row">
          <p className="soft" role="status">
            {isRead
              ? `${plural(found, 'file')} of ${formatNumber(total)}`
              : `Looking through ${formatNumber(read.length)} of ${plural(total, 'file')}…`}
            {isRead && read.length < total && `: the first ${formatNumber(read.length)} were looked through`}
          </p>
          {set.map(({ name, value }) => (
            <Button
              key={name}
              icon="close"
              label={`Without the filter ${value}`}
              onPress={() => setQuery({ [name]: '' })}
            >
              {value}
            </Button>
          ))}
          <Button kind="quiet" onPress={() => setQuery(NO_FILTER)}>
            Clear all
          </Button>
        </div>
      )}
    </section>
  );
}
