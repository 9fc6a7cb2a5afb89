import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, PageHead } from '../../design/text.tsx';
import { saveFile } from '../../save/save.ts';
import { UNITS, useRooms } from '../rooms-data.ts';
import { Events } from './events.tsx';
import { LogBadge } from './log-badge.tsx';
import type { SentenceNames } from './sentence-parts.ts';

export function Activity(): ReactNode {
  const rooms = useRooms().data ?? [];
  const units = useQuery({ ...UNITS, enabled: may(useMyself(), 'org_unit.list') }).data ?? [];
  const download = useMutation({
    mutationFn: async () => saveFile(await (await service.audit.exportLog()).arrayBuffer(), 'audit-log.tar'),
  });
  const names: SentenceNames = new Map([
    ...rooms.map(({ id, name }) => [id, { name, to: `/rooms/${id}/activity` }] as const),
    ...units.map(({ id, name }) => [id, { name }] as const),
  ]);
  return (
    <>
      <PageHead title="Activity">
        <Button icon="print" onPress={() => print()}>
          Print
        </Button>
        <Button icon="download" onPress={() => download.mutate()} isBusy={download.isPending}>
          Signed log
        </Button>
      </PageHead>
      <Failure error={download.error} />
      <LogBadge />
      <Events names={names} />
    </>
  );
}
