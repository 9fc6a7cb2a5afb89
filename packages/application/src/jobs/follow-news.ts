import {
  type AuditEvent,
  firstNewsOfEnding,
  type Instant,
  isThere,
  type JobId,
  newNotifications,
  noteNews,
  plus,
  type RoomId,
  SECOND,
  type UserId,
} from '@strongroom/domain';
import type { Change } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { eventsFrom, isAnyFrom } from '../steps/audit/events-from.ts';
import { endingsAmong } from '../steps/news/endings.ts';
import { everyEvent, type NewsEvent, newsAmong } from '../steps/news/news-events.ts';
import { newsRulesOf } from '../steps/news/news-rules.ts';
import { tryCommit } from '../steps/news/try-commit.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';
import { everyListed } from '../store/every-listed.ts';
import { newJob } from '../store/job.ts';
import { jobs } from '../store/jobs.ts';
import { NEWS_POSITION, newsPositions, notifications } from '../store/notifications.ts';
import { memberships, membersOfRoom, rooms } from '../store/rooms.ts';
import { shareLinks } from '../store/share-links.ts';
import { uploadRequests } from '../store/upload-requests.ts';
import type { Handler } from './handler.ts';

/** Time between two looks at the log; mails wait for some minutes anyway. */
const LOOK_EVERY = 15 * SECOND;
const IN_ONE_READ = 200;

/**
 * Reads the log, and notes for each person which rooms have news since when. The place in the log and all notes of a stretch are
 * one commit, so a killed process neither loses nor repeats any. Ends as long as the log has nothing new.
 */
export const followNews: Handler<'follow-news'> = async (deps, _, lease) => {
  const { documents, clock } = deps;
  const filter = everyEvent(deps);
  for (;;) {
    const [place] = await documents.read([refTo(newsPositions, NEWS_POSITION)]);
    if (place === undefined) return undefined;
    const { position, ...rest } = stateOf(newsPositions, place);
    if (!(await isAnyFrom(documents.audit, filter, position))) return plus(clock.now(), LOOK_EVERY);
    const events = await eventsFrom(documents.audit, filter, position);
    const last = events.at(-1);
    if (last === undefined) return plus(clock.now(), LOOK_EVERY);
    await lease.renew();
    const next = { ...rest, position: last.seq + 1 };
    const replace = documentOf(newsPositions, next, place.version + 1);
    await tryCommit(deps, [
      { collection: newsPositions.name, replace },
      ...(await notesOf(deps, newsAmong(events), clock.now())),
      ...jobsOf(deps, events),
    ]);
    await lease.renew();
  }
};

/** A job for each thing that got an end, in the commit of the place: each is scheduled once. */
const jobsOf = ({ ids, clock }: Deps, events: readonly AuditEvent[]): readonly Change[] =>
  endingsAmong(events).map((data) => {
    const dueAt = firstNewsOfEnding(data.endsAt);
    const job = newJob({ kind: 'note-ending', data, dueAt }, ids.uuid<JobId>(), clock.now());
    return { collection: jobs.name, insert: documentOf(jobs, job, 1) };
  });

/** People, and for each room with news the number of its first event. */
type Readers = Map<UserId, Map<RoomId, number>>;

async function notesOf(deps: Deps, events: readonly NewsEvent[], now: Instant): Promise<readonly Change[]> {
  const readers = await readersOf(deps, events);
  const ids = [...readers.keys()];
  const rules = newsRulesOf(deps);
  const changes: Change[] = [];
  for (let start = 0; start < ids.length; start += IN_ONE_READ) {
    const slice = ids.slice(start, start + IN_ONE_READ);
    const found = await deps.documents.read(slice.map((id) => refTo(notifications, id)));
    for (const [index, id] of slice.entries()) {
      const document = found[index];
      const known = document ? stateOf(notifications, document) : newNotifications(id);
      const news = [...(readers.get(id) ?? [])];
      const next = news.reduce((state, [roomId, from]) => noteNews(state, { roomId, from, now }, rules), known);
      if (next === known) continue;
      const written = documentOf(notifications, next, (document?.version ?? 0) + 1);
      changes.push({ collection: notifications.name, ...(document ? { replace: written } : { insert: written }) });
    }
  }
  return changes;
}

async function readersOf(deps: Deps, events: readonly NewsEvent[]): Promise<Readers> {
  const readers: Readers = new Map();
  const note = (userId: UserId, { roomId, seq, actorId }: NewsEvent): void => {
    if (userId === actorId) return;
    const first = readers.get(userId) ?? new Map<RoomId, number>();
    if (!first.has(roomId)) first.set(roomId, seq);
    readers.set(userId, first);
  };
  const members = await membersOf(deps, events);
  for (const event of events) {
    if (event.kind === 'added' || event.kind === 'left') note(event.userId, event);
    else if (event.kind === 'used') for (const id of await makerOf(deps, event.linkId)) note(id, event);
    else if (event.kind === 'received') for (const id of await receiversOf(deps, event)) note(id, event);
    else for (const id of members.get(event.roomId) ?? []) note(id, event);
  }
  return readers;
}

/** The members of each room with an event for all of them. */
async function membersOf(deps: Deps, events: readonly NewsEvent[]): Promise<ReadonlyMap<RoomId, readonly UserId[]>> {
  const shared = events.filter(({ kind }) => kind === 'new' || kind === 'replaced' || kind === 'archived');
  const members = new Map<RoomId, readonly UserId[]>();
  for (const roomId of new Set(shared.map((event) => event.roomId))) {
    const found: UserId[] = [];
    for await (const { userId } of everyListed(deps.documents, memberships, [membersOfRoom(roomId)]))
      found.push(userId);
    members.set(roomId, found);
  }
  return members;
}

/** One user, or none where the link is gone. */
async function makerOf({ documents }: Deps, linkId: string): Promise<readonly UserId[]> {
  const [document] = await documents.read([refTo(shareLinks, linkId)]);
  return document ? [stateOf(shareLinks, document).createdBy] : [];
}

/** The owners of the room, and the person who asked for files. */
async function receiversOf(
  { documents }: Deps,
  { roomId, requestId }: Readonly<{ roomId: RoomId; requestId: string }>,
): Promise<ReadonlySet<UserId>> {
  const [place, asked] = await documents.read([refTo(rooms, roomId), refTo(uploadRequests, requestId)]);
  const room = place && stateOf(rooms, place);
  const owners = isThere(room) ? room.owners : [];
  return new Set(asked ? [...owners, stateOf(uploadRequests, asked).createdBy] : owners);
}
