import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { toast } from '../../../design/toasts.tsx';
import { changeEach } from '../base/change-each.ts';
import type { Row } from './link-columns.tsx';
import { extensions } from './quick-changes.ts';

type Props = Readonly<{ room: Room; links: readonly Row[]; done: () => void }>;

/** Lets ticked links work a week longer. */
export function ExtendLinks({ room, links, done }: Props): ReactNode {
  const changes = extensions(links, Date.now());
  const extend = useMutation({
    mutationFn: () => changeEach(changes, ({ link, terms }) => service.shares.change(link.id, terms)),
    onSuccess: (failed) => {
      const [first] = failed;
      if (first !== undefined) toast(`${plural(failed.length, 'link')} not extended. ${first.text}`, 'danger');
      else toast(`${plural(changes.length, 'link')} extended by a week.`);
      if (first === undefined) done();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  return (
    changes.length > 0 && (
      <Button icon="retry" isBusy={extend.isPending} onPress={() => extend.mutate()}>
        Extend by a week
      </Button>
    )
  );
}
