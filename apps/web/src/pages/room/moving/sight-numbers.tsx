import type { Room } from '@strongroom/client';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { useMe } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Failure } from '../../../design/text.tsx';
import { type SightQuestion, sightNumbers } from './move-sight.ts';

/** Each request reads all members of the room. */
const MAX_ASKED = 4;

type Props = Readonly<{ room: Room; questions: readonly SightQuestion[] }>;

/** Numbers of the members who would gain and lose sight, for callers who may ask for them. Changes nothing. */
export function SightNumbers({ room, questions }: Props): ReactNode {
  const me = useMe().data;
  const asked = may(room, 'room.sight') ? questions.slice(0, MAX_ASKED) : [];
  const answers = useQueries({
    queries: asked.map(({ change }) => ({
      queryKey: ['sight-change', room.id, change],
      queryFn: () => service.rooms.previewSight(room.id, change),
      gcTime: 0,
      staleTime: 0,
      retry: false,
    })),
  });
  if (asked.length === 0) return null;
  const error = answers.find((answer) => answer.error !== null)?.error ?? null;
  const sentence = (index: number): string => {
    const numbers = answers[index]?.data;
    const of = asked.length === 1 ? undefined : isolateNames`${asked[index]?.of ?? ''}`;
    return numbers === undefined ? 'Counting who would see it…' : sightNumbers(numbers, of);
  };
  return (
    <div aria-live="polite">
      {error === null ? asked.map(({ of }, index) => <p key={of}>{sentence(index)}</p>) : <Failure error={error} />}
      {questions.length > asked.length && <p>The others are not counted.</p>}
      {me?.external === true && <p>Clearances of members are not counted for you.</p>}
    </div>
  );
}
