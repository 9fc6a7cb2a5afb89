import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { service } from '../base/service.ts';
import { Icon } from '../design/icons.tsx';
import { toast } from '../design/toasts.tsx';
import { changeInList } from './rooms-data.ts';

/** The star of a room, which its reader alone sees. */
export function Favourite({ room }: Readonly<{ room: Room }>): ReactNode {
  const { id, name, favourite: isChosen } = room;
  const choose = useMutation({
    mutationFn: (next: boolean) => service.rooms.chooseFavourite(id, { favourite: next }),
    onMutate: (next) => changeInList(id, { favourite: next }),
    onError: () => {
      changeInList(id, { favourite: isChosen });
      toast('The favourite could not be stored. Try again.');
    },
  });
  return (
    <button
      type="button"
      className="button star"
      data-kind="quiet"
      data-icon=""
      aria-pressed={isChosen}
      aria-label={`Favourite: ${name}`}
      title={isChosen ? 'Take it out of your favourites' : 'Make it a favourite'}
      onClick={() => choose.mutate(!isChosen)}
    >
      <Icon name="star" />
    </button>
  );
}
