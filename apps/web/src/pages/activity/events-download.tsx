import type { AuditEvent } from '@strongroom/client';
import { csv } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { saveFile } from '../../save/save.ts';
import { useNames } from '../people-data.ts';
import { predicateOf } from './event-words.ts';
import { eventsAbout } from './events-about.ts';

/** Events that a browser reads for one table. */
const MOST = 100_000;

type Filter = NonNullable<Parameters<typeof service.audit.export>[0]>;
type Named = Readonly<{ who: (event: AuditEvent) => string; what: (event: AuditEvent) => string }>;

const eventsAsCsv = (events: readonly AuditEvent[], { who, what }: Named): string =>
  csv([
    ['Number', 'Time', 'Who', 'Did', 'Name', 'Outcome', 'Type', 'Target', 'Address'],
    ...events.map((event) => [
      String(event.seq),
      event.occurred_at,
      who(event),
      predicateOf(event),
      what(event),
      event.outcome,
      event.type,
      `${event.target.type} ${event.target.id ?? ''}`,
      event.request?.ip ?? '',
    ]),
  ]);

type Props = Readonly<{
  filter: Filter;
  /** The file that all events concern. */
  about: string | undefined;
  nameOf: (event: AuditEvent) => string | undefined;
}>;

/** Saves the events of a filter as a table, for those who go on with them in a spreadsheet. */
export function EventsDownload({ filter, about, nameOf }: Props): ReactNode {
  const person = useNames();
  const table = useMutation({
    mutationFn: async () => {
      const events: AuditEvent[] = [];
      for await (const event of service.audit.export(filter)) {
        events.push(event);
        if (events.length >= MOST) break;
      }
      const shown = about === undefined ? events : eventsAbout(events, about);
      const who = ({ actor }: AuditEvent): string => (actor.type === 'share' ? 'A link' : person(actor.id));
      saveFile(eventsAsCsv(shown, { who, what: (event) => nameOf(event) ?? '' }), 'activity.csv');
      if (events.length >= MOST) toast(`The table is made of the newest ${plural(MOST, 'event')}.`);
    },
  });
  return (
    <>
      <Failure error={table.error} />
      <Button icon="download" onPress={() => table.mutate()} isBusy={table.isPending}>
        Save as table
      </Button>
    </>
  );
}
