import type { OwnSession } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatNumber, plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { signOut } from '../../transfer/sign-out.ts';
import { SessionList } from '../session-list.tsx';

const SHOWN = 3;

/** The present session, then the others by their last use. */
const presentFirst = (sessions: readonly OwnSession[]): readonly OwnSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) || (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''),
  );

/** Sessions of the reader: the present one and those used last. The others are shown on demand. */
export function OwnSessions(): ReactNode {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => service.account.sessions({ per_page: 100 }).all(),
  });
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: ({ id }: Readonly<{ id: string }>) => service.account.endOneSession(id),
    onSuccess: () => toast('That session has ended.'),
    onSettled: changed,
  });
  const endOthers = useMutation({
    mutationFn: () => service.account.endOtherSessions(),
    onSuccess: ({ ended }) => toast(ended === 0 ? 'You have no other session.' : `${plural(ended, 'session')} ended.`),
    onSettled: changed,
  });
  const leave = useMutation({
    mutationFn: async () => {
      await service.account.endOtherSessions();
      await signOut();
    },
  });
  const [isWhole, setWhole] = useState(false);
  const all = presentFirst(sessions.data ?? []);
  const rest = isWhole ? 0 : all.length - SHOWN;
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <section className="card form">
      <div className="row">
        <h2 className="grow">Sessions</h2>
        {hasOthers && (
          <Button onPress={() => endOthers.mutate()} isBusy={endOthers.isPending}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <p className="soft">Where you are signed in. End what you do not know, and change your password then.</p>
      <Failure error={sessions.error ?? end.error ?? endOthers.error ?? leave.error} />
      {sessions.isPending && <Loading what="your sessions" rows={2} />}
      <SessionList sessions={rest > 0 ? all.slice(0, SHOWN) : all} onEnd={end.mutate} />
      {rest > 0 && (
        <div>
          <Button onPress={() => setWhole(true)}>Show {formatNumber(rest)} more</Button>
        </div>
      )}
      <div className="row">
        <p className="soft grow">To end this session too, sign out here and everywhere else.</p>
        <Button kind="link" onPress={() => leave.mutate()} isBusy={leave.isPending}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}
