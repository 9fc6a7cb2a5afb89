import type { AuditEvent } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { ListOutput } from '../../design/list-output.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { saveMade } from '../../save/save-made.ts';
import { namesWithItems } from './ended-files.ts';
import { eventsAbout } from './events-about.ts';
import { eventsAsCsv, type TableNeeds } from './events-csv.ts';
import { exportJoining, type JoiningRules } from './joining-events.ts';
import type { NamesFinder } from './sentence-parts.ts';
import { joinNames } from './use-found-names.ts';

/** Events that a browser reads for one table. */
const MOST = 100_000;

type Filter = NonNullable<Parameters<typeof service.audit.export>[0]>;

type Props = Readonly<{
  filter: Filter;
  joining: JoiningRules;
  known: TableNeeds;
  find: NamesFinder | undefined;
}>;

/** Saves the events of a filter as a table, for those who go on with them in a spreadsheet. */
export function EventsDownload({ filter, joining, known, find }: Props): ReactNode {
  const table = useMutation({
    mutationFn: async () => {
      const read: AuditEvent[] = [];
      for await (const event of service.audit.export(filter)) {
        read.push(event);
        if (read.length >= MOST) break;
      }
      const joined = await exportJoining(filter, { ...joining, most: MOST });
      const events = [...read, ...joined].toSorted((one, other) => other.seq - one.seq);
      const shown =
        known.about === undefined ? events : eventsAbout(events, { ...joining, id: known.about, names: known.names });
      const { names, links } = find === undefined ? known : joinNames(await find(events), known);
      saveMade(eventsAsCsv(shown, { ...known, links, names: namesWithItems(names, events) }), 'activity.csv');
      if (read.length >= MOST) toast(`The table is made of the newest ${plural(MOST, 'event')}.`);
    },
  });
  return (
    <>
      <Failure error={table.error} />
      <ListOutput onSave={() => table.mutate()} isSaving={table.isPending} />
    </>
  );
}
