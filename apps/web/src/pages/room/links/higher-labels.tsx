import type { Room, File as RoomFile } from '@strongroom/client';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { useLabels } from '../../../base/queries.ts';
import { Notice } from '../../../design/text.tsx';
import { rankIn } from '../../sight.ts';

type Props = Readonly<{ files: readonly Pick<RoomFile, 'classification'>[]; room: Room }>;

/** Says which of the files have a label above that of their room, the highest one first. */
export function HigherLabels({ files, room }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const counted = labels
    .slice(rankIn(labels, room.classification) + 1)
    .map(({ label }) => ({ label, count: files.filter(({ classification: own }) => own === label).length }))
    .filter(({ count }) => count > 0)
    .toReversed()
    .map(({ label, count }) => `${plural(count, 'file')} with ${label}`);
  if (counted.length === 0) return null;
  return (
    <Notice tone="warn">
      The link contains {new Intl.ListFormat('en').format(counted)}. The room is {room.classification}.
    </Notice>
  );
}
