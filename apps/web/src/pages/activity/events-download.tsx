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
import { namesWithItems } from './ended-files.ts';
import { actorOf } from './event-actor.ts';
import { changeOf } from './event-changes.ts';
import { packageSentence } from './event-packages.ts';
import type { SentenceNeeds } from './event-sentence.ts';
import { predicateOf } from './event-words.ts';
import { eventsAbout } from './events-about.ts';
import type { NamesFinder } from './sentence-parts.ts';
import { joinNames } from './use-found-names.ts';

/** Events that a browser reads for one table. */
const MOST = 100_000;

type Filter = NonNullable<Parameters<typeof service.audit.export>[0]>;
const eventsAsCsv = (events: readonly AuditEvent[], known: SentenceNeeds): string =>
  csv([
    ['Number', 'Time', 'Who', 'Did', 'Change', 'Name', 'Folder', 'Room', 'Outcome', 'Type', 'Target', 'Address'],
    ...events.map((event) => [
      String(event.seq),
      event.occurred_at,
      actorOf(event, known),
      deedOf(event, known),
      changeOf(event),
      ...placeIn(known, event),
      event.outcome,
      event.type,
      `${event.target.type} ${event.target.id ?? ''}`,
      event.request?.ip ?? '',
    ]),
  ]);

/** As on the screen for a link to several files, whose name and number no other column has. */
const deedOf = (event: AuditEvent, { links }: SentenceNeeds): string =>
  packageSentence([event], links)
    ?.map(({ text }) => text)
    .join('') ?? predicateOf(event);

type Props = Readonly<{
  filter: Filter;
  known: SentenceNeeds;
  find: NamesFinder | undefined;
}>;

/** The name of what an event is about, of a link that of its file; its folder, and its room. */
function placeIn(
  { names, about = '', links }: SentenceNeeds,
  { target: { type, id, room_id: roomId }, data }: AuditEvent,
): readonly [name: string, folder: string, room: string] {
  const link = links.get(id ?? '');
  const ids = [data['item_id'], id, data['file_id'], link?.fileId, data['group_id'], about];
  // A link to several files is not the room.
  if (type !== 'share') ids.push(roomId);
  const thing = ids.flatMap((one) => (typeof one === 'string' ? (names.get(one) ?? []) : []))[0];
  return [thing?.name ?? link?.name ?? '', thing?.folder ?? '', names.get(roomId ?? '')?.name ?? ''];
}

/** Saves the events of a filter as a table, for those who go on with them in a spreadsheet. */
export function EventsDownload({ filter, known, find }: Props): ReactNode {
  const table = useMutation({
    mutationFn: async () => {
      const events: AuditEvent[] = [];
      for await (const event of service.audit.export(filter)) {
        events.push(event);
        if (events.length >= MOST) break;
      }
      const shown = known.about === undefined ? events : eventsAbout(events, known.about);
      const { names, links } = find === undefined ? known : joinNames(await find(events), known);
      saveFile(eventsAsCsv(shown, { ...known, links, names: namesWithItems(names, events) }), 'activity.csv');
      if (events.length >= MOST) toast(`The table is made of the newest ${plural(MOST, 'event')}.`);
    },
  });
  return (
    <>
      <Failure error={table.error} />
      <Button icon="download" onPress={() => table.mutate()} isBusy={table.isPending}>
        Save as CSV
      </Button>
    </>
  );
}
