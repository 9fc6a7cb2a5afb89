import type { Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { useLabels } from '../../../base/queries.ts';
import { Notice } from '../../../design/text.tsx';
import { rankIn, useEffective, useSight } from '../../sight.ts';
import { useFolders } from '../base/room-files.ts';
import { gatesTo, seersBetween } from '../members/who-opens.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';

type Props = Readonly<{ room: Room; folder: string; from: string; to: string }>;

const MAX_NAMED = 8;

const named = (names: readonly string[]): string =>
  names.length <= MAX_NAMED
    ? new Intl.ListFormat('en').format(names)
    : `${names.slice(0, MAX_NAMED).join(', ')} and ${plural(names.length - MAX_NAMED, 'other')}`;

/** Names the members who would lose or gain sight of a file with another label. */
export function SightChange({ room, folder, from, to }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const sight = useSight(room.id);
  const folders = useFolders(room.id, MAX_FOLDERS);
  const effective = useEffective(room);
  const [before, after] = [effective(from), effective(to)];
  if (before === after) return null;
  if (sight === undefined || (folders.data === undefined && folders.error === null))
    return <Notice>Looking up who would lose sight of it…</Notice>;
  const rankOf = (clearance: string): number => rankIn(labels, clearance);
  const gates = gatesTo(folder, folders.data?.items ?? []);
  const affected = seersBetween(sight, { before, after, rankOf, gates });
  const unknown = sight.filter(({ clearance }) => clearance === undefined).length;
  const isRise = after > before;
  const areAllShown = unknown === 0 && may(room, 'room.members.see_all');
  const names = affected.map(({ name }) => name);
  return (
    <Notice tone={isRise && names.length > 0 ? 'warn' : undefined}>
      <p>
        {names.length === 0
          ? `${areAllShown ? 'No member' : 'Nobody whose clearance you see'} ${isRise ? 'loses' : 'gains'} sight of this file.`
          : `${isRise ? 'They lose' : 'They gain'} sight of this file at once: ${named(names)}.`}
        {isRise && names.length > 0 && ' Links that they made to it stop.'}
      </p>
      {unknown > 0 && <p>The clearance of {plural(unknown, 'member')} is hidden from you.</p>}
      {!may(room, 'room.members.see_all') && <p>This room shows its other members to owners only.</p>}
    </Notice>
  );
}
