import type { World } from './world.ts';

/** Sends one request and gives the answer's JSON. */
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;
export type Answer = Readonly<{ text: () => string }>;

/** One repeated operation; `at` counts the calls to one server. */
export type Operation = Readonly<{
  name: string;
  /** Prepared once per server, before the measurement. */
  prepare?: (call: Call, world: World) => Promise<string>;
  run: (call: Call, world: World, at: number, prepared: string) => Promise<Answer>;
  /** The callers, one for each connection in turn; the owner unless stated. */
  callers?: (world: World) => readonly string[];
  /** Fewer connections than those of the other operations, where 64 answers at a time would miss their deadline. */
  connections?: number;
}>;

type Sent = Readonly<{
  data: Readonly<Record<string, string>>;
  meta: Readonly<{ total: number; next_cursor: string | null }>;
}>;

const json = (answer: Answer) => JSON.parse(answer.text()) as Sent;
const pick = (all: readonly string[], at: number): string => all[at % all.length] ?? '';

/** Walking half a million events takes minutes, and the index depth is the same without it. */
const DEEP_ENOUGH = 50_000;

/** The cursor in the middle of a list. */
const deep =
  (path: (world: World) => string) =>
  async (call: Call, world: World): Promise<string> => {
    const { meta } = json(await call('GET', `${path(world)}?per_page=1`));
    const perPage = meta.total > 2000 ? 100 : 10;
    let cursor = meta.next_cursor ?? '';
    for (let passed = 1; passed < Math.min(meta.total / 2, DEEP_ENOUGH); passed += perPage) {
      const query = `per_page=${perPage}&cursor=${encodeURIComponent(cursor)}`;
      cursor = json(await call('GET', `${path(world)}?${query}`)).meta.next_cursor ?? cursor;
    }
    return encodeURIComponent(cursor);
  };

const list = (name: string, path: (world: World) => string): readonly Operation[] => [
  { name: `${name}, first page`, run: (call, world) => call('GET', `${path(world)}?per_page=20`) },
  {
    name: `${name}, deep by cursor`,
    prepare: deep(path),
    run: (call, world, _at, cursor) => call('GET', `${path(world)}?per_page=20&cursor=${cursor}`),
  },
];

const PDF = { name: 'Contract.pdf', size: 1024, content_type: 'application/pdf' };
const ZEROS = { iv: Buffer.alloc(12).toString('base64'), tag: Buffer.alloc(16).toString('base64') };
const KIBIBYTE = 'x'.repeat(1024);

async function upload(call: Call, roomId: string): Promise<Answer> {
  const path = `/api/v1/rooms/${roomId}/files`;
  const { file_id: id, upload_url: address = '' } = json(await call('POST', `${path}/upload-url`, PDF)).data;
  const { pathname, search } = new URL(address);
  await call('PUT', pathname + search, KIBIBYTE);
  return call('POST', `${path}/${id}/confirm`, ZEROS);
}

export const OPERATIONS: readonly Operation[] = [
  { name: 'room get', run: (call, world) => call('GET', `/api/v1/rooms/${world.roomId}`) },
  ...list('20 rooms', () => '/api/v1/rooms'),
  ...list('20 files', (world) => `/api/v1/rooms/${world.roomId}/files`),
  {
    name: 'upload-url',
    run: (call, world) => call('POST', `/api/v1/rooms/${world.roomId}/files/upload-url`, PDF),
  },
  {
    name: 'download-url',
    run: (call, world, at) => call('GET', `/api/v1/files/${pick(world.fileIds, at)}/download-url`),
  },
  {
    name: 'share create',
    run: (call, world, at) => call('POST', `/api/v1/files/${pick(world.fileIds, at)}/share`, { expires_in: 3600 }),
  },
  {
    name: 'redeem, one hot link',
    run: (call, { links: [hot = ''] }) => call('POST', `/api/v1/shares/by-token/${hot}/download`),
  },
  {
    name: 'redeem, 64 links',
    run: (call, world, at) => call('POST', `/api/v1/shares/by-token/${pick(world.links.slice(1), at)}/download`),
  },
  {
    name: 'member add, 64 rooms',
    run: (call, world, at) =>
      call('POST', `/api/v1/rooms/${pick(world.openRooms, at)}/members`, {
        user_id: world.userIds[Math.floor(at / world.openRooms.length)],
        role: 'viewer',
      }),
  },
  {
    name: 'whole upload, one room',
    callers: ({ uploaders }) => uploaders,
    run: (call, { roomId }) => upload(call, roomId),
  },
  {
    name: 'whole upload, 64 rooms',
    callers: ({ uploaders }) => uploaders,
    run: (call, world, at) => upload(call, pick(world.openRooms, at)),
  },
  ...list('20 users', () => '/api/v1/users'),
  ...list('20 audit events', () => '/api/v1/audit-events'),
  {
    name: 'room create',
    run: (call) => call('POST', '/api/v1/rooms', { name: 'New room', description: 'Measured', classification: 'C2' }),
  },
];

/** Changes that a smaller and a larger store serve alike, or that the other program does not have. */
const UNSIZED = ['member add, 64 rooms', 'whole upload, one room', 'whole upload, 64 rooms', 'room create'];

/** Operations whose cost must not depend on the size of the store. The minimal program has no list of members. */
export const SIZED: readonly Operation[] = [
  ...OPERATIONS.filter(({ name }) => !UNSIZED.includes(name)),
  ...list('20 members', (world) => `/api/v1/rooms/${world.roomId}/members`),
];

/** Changes of one document by many callers, and of many documents: the first must reach a third of the second. */
export const CONTENDED: readonly (readonly [one: string, many: string])[] = [
  ['whole upload, one room', 'whole upload, 64 rooms'],
  ['redeem, one hot link', 'redeem, 64 links'],
];

const OF_SCALE = [
  'room get',
  '20 files, first page',
  '20 files, deep by cursor',
  'download-url',
  'upload-url',
  'share create',
  'redeem, 64 links',
  '20 audit events, first page',
];

/**
 * Operations of a store of many files, of which the find and the report ask for a room with its share of them. The report comes
 * before operations that record what it counts.
 */
export const SCALED: readonly Operation[] = [
  {
    name: 'report by person',
    connections: 4,
    callers: ({ uploaders }) => uploaders,
    run: (call, world) => call('GET', `/api/v1/audit-events/openings?room_id=${world.roomId}`),
  },
  ...OPERATIONS.filter(({ name }) => OF_SCALE.includes(name)),
  {
    name: '20 events of a room',
    run: (call, world) => call('GET', `/api/v1/audit-events?per_page=20&room_id=${world.roomId}`),
  },
  {
    name: 'find by name',
    callers: ({ uploaders }) => uploaders,
    run: (call, world) => call('GET', `/api/v1/rooms/${world.roomId}/files?per_page=20&q=1950`),
  },
];
