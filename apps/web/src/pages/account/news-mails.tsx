import type { Notifications, RoomNotifications } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { zoneHere } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Select } from '../../design/controls.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';

type Applies = Notifications['applies'];
type Level = Exclude<Applies, 'off'>;

const NAMES: Readonly<Record<Level, string>> = {
  at_once: 'Some minutes after the first news',
  daily: 'Every morning',
  weekly: 'On Monday morning',
  none: 'Never',
};
const LEVELS: readonly Level[] = ['at_once', 'daily', 'weekly', 'none'];

/** The choices that leave it to another one. */
const ABOVE_ALL = 'As this service does';
const ABOVE_ROOM = 'As in your other rooms';
const nameOf = (level: Level | null, above: string): string =>
  (level === null ? above : NAMES[level]).replace(/^./u, (sign) => sign.toLowerCase());

const isLevel = (text: string): text is Level => LEVELS.some((level) => level === text);

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['news-mails'] });

/** Mails with news of all rooms, on the account page. Mails in the morning come by the clock of the browser that chose them. */
export function NewsMails(): ReactNode {
  const found = useQuery({ queryKey: ['news-mails', 'all'], queryFn: () => service.account.notifications() });
  const edit = useMutation({
    mutationFn: (level: Level | null) => service.account.editNotifications({ level, time_zone: zoneHere() }),
    onSuccess: (_, level) => toast(`Mails with news: ${nameOf(level, ABOVE_ALL)}.`),
    onSettled: changed,
  });
  if (found.data?.applies === 'off') return <NoMails />;
  return (
    <section className="card form">
      <h2>Mails with news</h2>
      <p className="soft">New files and versions, uses of your links, and changes of your rooms, in one mail.</p>
      <Failure error={found.error ?? edit.error} />
      {found.isPending && <Loading what="your choice" rows={1} />}
      {found.data && <Choice found={found.data} above={ABOVE_ALL} onChoose={edit.mutate} />}
      {found.data && <p className="soft">Morning is at 8 o’clock in {found.data.time_zone}.</p>}
    </section>
  );
}

/** The choice for one room, in its settings. */
export function NewsMailsOfRoom({ roomId }: Readonly<{ roomId: string }>): ReactNode {
  const found = useQuery({
    queryKey: ['news-mails', roomId],
    queryFn: () => service.rooms.notifications(roomId),
  });
  const edit = useMutation({
    mutationFn: (level: Level | null) => service.rooms.editNotifications(roomId, { level }),
    onSuccess: (_, level) => toast(`Mails with news of this room: ${nameOf(level, ABOVE_ROOM)}.`),
    onSettled: changed,
  });
  if (found.data?.applies === 'off') return <NoMails />;
  return (
    <section className="card form">
      <h2>Mails with news of this room</h2>
      <p className="soft">For you only; other members choose for themselves.</p>
      <Failure error={found.error ?? edit.error} />
      {found.isPending && <Loading what="your choice" rows={1} />}
      {found.data && <Choice found={found.data} above={ABOVE_ROOM} onChoose={edit.mutate} />}
    </section>
  );
}

const NoMails = (): ReactNode => (
  <section className="card row">
    <h2 className="grow">Mails with news</h2>
    <p className="soft">The operator of this service sends none.</p>
  </section>
);

type ChoiceProps = Readonly<{
  found: RoomNotifications;
  /** Names the choice that holds without an own one. */
  above: string;
  onChoose: (level: Level | null) => void;
}>;

function Choice({ found: { level, applies }, above, onChoose }: ChoiceProps): ReactNode {
  const shown = level === null && applies !== 'off' ? `${above} (${NAMES[applies]})` : above;
  return (
    <Select
      label="When they come"
      hint="A choice is saved at once."
      value={level ?? 'above'}
      onChange={(next) => onChoose(isLevel(next) ? next : null)}
      options={[{ id: 'above', name: shown }, ...LEVELS.map((id) => ({ id, name: NAMES[id] }))]}
    />
  );
}
