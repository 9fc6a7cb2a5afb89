import { setTimeout as pause } from 'node:timers/promises';
import { type AuditEvent, StrongroomError } from '@strongroom/client';
import { cleanJson, defineCommand, Problem } from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { ocsfOf } from '../../audit-tail/ocsf.ts';
import { readPosition, type TailPosition, writePosition } from '../../audit-tail/tail-position.ts';
import { fileSink, outputSink } from '../../audit-tail/tail-sink.ts';
import { isId } from '../../naming/one.ts';
import { roomNamed } from '../../naming/rooms.ts';

const WAIT_SECONDS = 5;
/** A service with many followers answers at once instead of waiting. */
const PAUSE_MS = 1000;

const OTHER_LOG =
  'the log is not the one of the stored position: the service was restored from a backup. Compare what you have with the log, then begin again without the position.';

type Part = Readonly<{ position: number; room: string | null; waits: boolean }>;

/** Events from a position on, oldest first; at the end of the log, waits for one if `waits`. Throws Problem for another log. */
async function eventsFrom(
  { client, signal }: Session,
  { position, room, waits }: Part,
): Promise<readonly AuditEvent[]> {
  const query = { position, wait: waits ? WAIT_SECONDS : 0, ...(room !== null && { room_id: room }) };
  const events: AuditEvent[] = [];
  try {
    for await (const event of client.audit.follow(query, { signal })) events.push(event);
  } catch (error) {
    if (error instanceof StrongroomError && error.code === 'INVALID_CURSOR')
      throw new Problem(OTHER_LOG, { cause: error });
    throw error;
  }
  return events;
}

/** Refuses to continue in another log, where the numbers are those of other events. Throws Problem. */
async function refuseOtherLog(session: Session, file: string, { url, room, seq, id }: TailPosition): Promise<void> {
  if (url !== session.url)
    throw new Problem(`${file} is a position in the log of ${url}. Name another file for this service.`);
  const [event] = await eventsFrom(session, { position: seq, room, waits: false });
  // The event may be erased since.
  if (event !== undefined && event.seq === seq && event.id !== id) throw new Problem(OTHER_LOG);
}

async function newestOf({ client, signal, url }: Session, room_id: string | undefined) {
  for await (const { seq, id } of client.audit.events({ room_id, per_page: 1 }, { signal }))
    return { url, room: room_id ?? null, seq, id };
  return undefined;
}

export const auditTail = defineCommand({
  name: 'audit tail',
  summary: 'Follow the audit log: print each event as a line of JSON, oldest first.',
  details:
    'Ends at Ctrl-C. With --position, the number of the last printed event is stored, and the next run continues after it:\nno event is skipped; after a crash some may come twice, with the same id.',
  operands: [],
  options: {
    format: {
      value: 'FORMAT',
      choices: ['json', 'ocsf'],
      text: 'The form of a line: json (as in the interface, the default), or OCSF 1.2.0.',
    },
    room: { value: 'ROOM', completes: 'rooms', text: 'Only events of this room, by id or name.' },
    position: { value: 'FILE', completes: 'files', text: 'Keep the position in this file.' },
    to: { value: 'FILE', completes: 'files', text: 'Append to this file, which may be rotated, instead of printing.' },
    new: { text: 'Begin with new events; without it, and without a stored position, with the first.' },
    once: { text: 'End when all events so far are printed.' },
  },
  examples: [
    ['audit tail --position tail.json --to events.jsonl', 'everything, into a file that a collector reads'],
    ['audit tail --new --format ocsf | logger -t strongroom', 'new events, into syslog'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const named = given.text('room');
    const room = named === undefined || isId(named) ? named : (await roomNamed(session, named)).id;
    const [file, to] = [given.text('position'), given.text('to')];
    const sink = to === undefined ? outputSink(world.terminal) : fileSink(to);
    const lineOf = given.text('format') === 'ocsf' ? (event: AuditEvent) => cleanJson(ocsfOf(event)) : cleanJson;
    const stored = file === undefined ? undefined : await readPosition(file);
    if (file !== undefined && stored !== undefined) {
      if (stored.room !== (room ?? null))
        throw new Problem(`${file} is a position of another room, or of all. Name another file.`);
      await refuseOtherLog(session, file, stored);
    }
    let last = stored ?? (given.flag('new') ? await newestOf(session, room) : undefined);
    for (;;) {
      const position = last === undefined ? 0 : last.seq + 1;
      const events = await eventsFrom(session, { position, room: room ?? null, waits: !given.flag('once') });
      const end = events.at(-1);
      if (end === undefined) {
        if (given.flag('once')) return 0;
        await pause(PAUSE_MS, undefined, { signal: session.signal });
        continue;
      }
      await sink(events.map((event) => `${lineOf(event)}\n`).join(''));
      last = { url: session.url, room: room ?? null, seq: end.seq, id: end.id };
      if (file !== undefined) await writePosition(file, last);
    }
  },
});
