import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, ANNOUNCED_FILE, addMember, aFile, anUpload, aRoom, CONTENT, IV, TAG } from '../world.ts';

const BATCH = 50;
const WINDOW_SECONDS = 60;
const ROOMS_PER_MINUTE = 30;

/** Rate limits, bulk operations and idempotency. */
export const limitPromises: readonly ServicePromise[] = [
  {
    id: 'S8-rate',
    title: 'serves 1000 calls a minute of a token, refuses the next with Retry-After, and serves other tokens',
    also: ['S8-exceeded', 'S8-header-remaining'],
    codes: ['RATE_LIMIT_EXCEEDED', 'ROUTE_NOT_FOUND'],
    run: async ({ owner, visitor }) => {
      const token = visitor.as((await dataOf(owner.post('/tokens', { name: 'busy' }), 201)).token);
      const remaining: number[] = [];
      const resets = new Set<string | null>();
      for (let sent = 0; sent < 1000; sent += BATCH) {
        const answers = await Promise.all(Array.from({ length: BATCH }, () => token.ask('HEAD', '/classifications')));
        for (const { status, headers } of answers) {
          expect(status).toBe(200);
          remaining.push(Number(headers.get('X-RateLimit-Remaining')));
          resets.add(headers.get('X-RateLimit-Reset'));
        }
      }
      expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 1000 }, (_, index) => 999 - index));
      expect(resets.size).toBe(1);
      const late = await expectRefusal(token.get('/classifications'), 429, 'RATE_LIMIT_EXCEEDED');
      expect(late.headers.get('X-RateLimit-Remaining')).toBe('0');
      expect(resets).toContain(late.headers.get('X-RateLimit-Reset'));
      const wait = Number(late.headers.get('Retry-After'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      await expectRefusal(token.post('/rooms', {}), 429, 'RATE_LIMIT_EXCEEDED');
      await expectRefusal(token.get('/x'), 404, 'ROUTE_NOT_FOUND');
      await dataOf(owner.get('/me'), 200);
    },
  },
  {
    id: 'S8-header-limit',
    title: 'sends limit, remaining and reset of the charged bucket with every answer',
    also: ['S8-header-remaining', 'S8-header-reset'],
    run: async ({ owner, visitor }) => {
      const [first, second] = [await owner.get('/me'), await owner.get('/x')];
      for (const { headers } of [first, second, await visitor.get('/me'), await visitor.get('/openapi.json')]) {
        expect(headers.get('X-RateLimit-Limit')).toBe('1000');
        expect(Number(headers.get('X-RateLimit-Remaining'))).toBeGreaterThan(0);
        expect(headers.get('X-RateLimit-Reset')).toMatch(/^\d+$/);
      }
    },
  },
  {
    id: 'S8-header-reset',
    title: 'rounds the reset time up to a whole second',
    run: async ({ owner, visitor }) => {
      for (;;) {
        const { token } = await dataOf(owner.post('/tokens', { name: 'new' }), 201);
        const before = Date.now();
        const { headers } = await visitor.as(token).get('/me');
        const second = Math.floor(before / 1000);
        // The window began between two readings of the clock in the same second, so its end is known.
        if (before % 1000 === 0 || Math.floor(Date.now() / 1000) !== second) continue;
        expect(Number(headers.get('X-RateLimit-Reset'))).toBe(second + 1 + WINDOW_SECONDS);
        return;
      }
    },
  },
  {
    id: 'S8-rate',
    title: 'counts calls without a valid token by address, apart from calls with one',
    run: async ({ owner, visitor }) => {
      for (;;) {
        const windows = new Set<string | null>();
        const left = async (call: ReturnType<typeof owner.get>): Promise<number> => {
          const { headers } = await call;
          windows.add(headers.get('X-RateLimit-Reset'));
          return Number(headers.get('X-RateLimit-Remaining'));
        };
        const [mine, without] = [await left(owner.get('/me')), await left(visitor.get('/me'))];
        const others = [
          await left(visitor.as('x').get('/me')),
          await left(visitor.get('/openapi.json')),
          await left(owner.get('/x')),
        ];
        const last = await left(owner.get('/me'));
        // One window of each caller; a window that ended in between starts its count again.
        if (windows.size > 2) continue;
        expect(others).toEqual([without - 1, without - 2, without - 3]);
        expect(last).toBe(mine - 1);
        return;
      }
    },
  },
  {
    id: 'I5-per-user',
    title: 'lets a user create 30 rooms a minute with all tokens together',
    codes: ['RATE_LIMIT_EXCEEDED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      for (let made = 0; made < ROOMS_PER_MINUTE; made++) await aRoom(made % 2 === 0 ? ada.caller : ada.session);
      for (const caller of [ada.caller, ada.session]) {
        const late = await expectRefusal(
          caller.post('/rooms', { name: 'One more', classification: 'C1' }),
          429,
          'RATE_LIMIT_EXCEEDED',
        );
        expect(Number(late.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      }
      await aRoom(bob.caller);
    },
  },
  {
    id: 'S8-bulk',
    title: 'accepts 100 items and refuses 101 items, an empty list and a missing list',
    codes: ['BULK_LIMIT_EXCEEDED', 'VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const path = `/rooms/${(await aRoom(owner)).id}/files/upload-urls`;
      const items = Array.from({ length: 101 }, () => ANNOUNCED_FILE);
      await expectRefusal(owner.post(path, { items }), 400, 'BULK_LIMIT_EXCEEDED');
      const invited = items.map((_, index) => ({ email: `bulk-${index}@rooms.example`, role: 'member' }));
      await expectRefusal(owner.post('/users/bulk-invite', { items: invited }), 400, 'BULK_LIMIT_EXCEEDED');
      expect((await owner.get('/users')).meta.total).toBe(1);
      for (const wrong of [[], {}, 'x'])
        await expectRefusal(owner.post(path, { items: wrong }), 400, 'VALIDATION_ERROR');
      const answer = await owner.post(path, { items: items.slice(1) });
      expect([answer.status, answer.list.length]).toEqual([200, 100]);
      expect(new Set(answer.list.map(({ status }) => status))).toEqual(new Set([200]));
    },
  },
  {
    id: 'S8-bulk-operations',
    title:
      'adds members to rooms and groups, announces uploads, moves and deletes files and invites users in bulk, each item on its own',
    codes: ['BULK_LIMIT_EXCEEDED', 'GROUP_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const bob = await world.person();
      const room = await aRoom(owner);
      const file = await aFile(owner, room);
      const bulk = async (path: string, ...items: readonly object[]) => {
        const before = await owner.get('/me');
        const answer = await owner.post(path, { items });
        expect(answer.status).toBe(200);
        const left = Number(before.headers.get('X-RateLimit-Remaining')) - 1;
        expect(answer.headers.get('X-RateLimit-Remaining')).toBe(`${left}`);
        return answer.body.data;
      };
      const members = [{ user_id: bob.id, role: 'viewer' }, { user_id: ABSENT_ID, role: 'viewer' }, { role: 'viewer' }];
      expect(await bulk(`/rooms/${room.id}/members/bulk`, ...members)).toMatchObject([
        { index: 0, status: 201, data: { user_id: bob.id } },
        { index: 1, status: 404, error: { code: 'USER_NOT_FOUND' } },
        { index: 2, status: 400, error: { code: 'VALIDATION_ERROR' } },
      ]);
      const group = await dataOf(owner.post(`/rooms/${room.id}/groups`, { name: 'Readers' }), 201);
      const inGroup = `/rooms/${room.id}/groups/${group.id}/members/bulk`;
      expect(await bulk(inGroup, { user_id: bob.id }, { user_id: ABSENT_ID }, {}, { user_id: bob.id })).toMatchObject([
        { index: 0, status: 201, data: { group_id: group.id, user_id: bob.id } },
        { index: 1, status: 404, error: { code: 'MEMBER_NOT_FOUND' } },
        { index: 2, status: 400, error: { code: 'VALIDATION_ERROR' } },
        { index: 3, status: 200, data: { user_id: bob.id } },
      ]);
      const toGroup = { items: [{ user_id: bob.id }] };
      await expectRefusal(bob.caller.post(inGroup, toGroup), 403, 'INSUFFICIENT_ROOM_ROLE');
      const noGroup = `/rooms/${room.id}/groups/${ABSENT_ID}/members/bulk`;
      for (const by of [owner, bob.caller]) await expectRefusal(by.post(noGroup, toGroup), 404, 'GROUP_NOT_FOUND');
      expect(
        await bulk(`/rooms/${room.id}/files/upload-urls`, ANNOUNCED_FILE, { ...ANNOUNCED_FILE, size: 1e9 }),
      ).toMatchObject([
        { status: 200, data: { upload_url: expect.any(String) } },
        { status: 413, error: { code: 'FILE_TOO_LARGE' } },
      ]);
      const into = await dataOf(owner.post(`/rooms/${room.id}/folders`, { path: 'Deal' }), 201);
      const move = { items: [{ file_id: file.id }, { file_id: ABSENT_ID }], folder_id: into.id };
      expect(await dataOf(owner.post(`/rooms/${room.id}/files/bulk-move`, move), 200)).toMatchObject([
        { status: 200, data: { id: file.id, folder: 'Deal' } },
        { status: 404, error: { code: 'FILE_NOT_FOUND' } },
      ]);
      expect(
        await bulk(`/rooms/${room.id}/files/bulk-delete`, { file_id: file.id }, { file_id: ABSENT_ID }),
      ).toMatchObject([
        { status: 200, data: { id: file.id, status: 'deleted' } },
        { status: 404, error: { code: 'FILE_NOT_FOUND' } },
      ]);
      const invited = { email: world.email(), role: 'member' };
      expect(await bulk('/users/bulk-invite', invited, { email: bob.email, role: 'member' })).toMatchObject([
        { status: 201, data: { status: 'invited' } },
        { status: 409, error: { code: 'USER_ALREADY_EXISTS' } },
      ]);
      const many = { items: Array.from({ length: 101 }, () => ({})) };
      for (const path of [
        `/rooms/${room.id}/members/bulk`,
        inGroup,
        `/rooms/${room.id}/files/bulk-delete`,
        '/users/bulk-invite',
      ])
        await expectRefusal(owner.post(path, many), 400, 'BULK_LIMIT_EXCEEDED');
      const one = { items: [ANNOUNCED_FILE] };
      await expectRefusal(bob.caller.post(`/rooms/${room.id}/files/upload-urls`, one), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.post('/users/bulk-invite', { items: [invited] }), 403, 'INSUFFICIENT_ROLE');
      await dataOf(owner.post(`/rooms/${room.id}/archive`));
      await expectRefusal(owner.post(`/rooms/${room.id}/files/upload-urls`, one), 409, 'ROOM_ARCHIVED');
      await expectRefusal(owner.post(inGroup, toGroup), 409, 'ROOM_ARCHIVED');
    },
  },
  {
    id: 'S8-bulk-operations',
    title: 'confirms uploads and releases downloads in bulk, each item on its own and with an event of its own',
    codes: ['BULK_LIMIT_EXCEEDED', 'INSUFFICIENT_SCOPE', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const { owner } = world;
      const bob = await world.person();
      const room = await aRoom(owner);
      const [first, second] = [await anUpload(owner, room), await anUpload(owner, room)];
      for (const { upload_url } of [first, second]) await owner.object('PUT', upload_url, CONTENT);
      const item = (file_id: string, iv = IV) => ({ file_id, iv, tag: TAG });
      const confirm = `/rooms/${room.id}/files/bulk-confirm`;
      const items = [item(first.file_id), item(ABSENT_ID), item(second.file_id, 'x'), item(second.file_id)];
      expect((await owner.post(confirm, { items })).list).toMatchObject([
        { index: 0, status: 200, data: { id: first.file_id, status: 'available' } },
        { index: 1, status: 404, error: { code: 'FILE_NOT_FOUND' } },
        { index: 2, status: 400, error: { code: 'INVALID_IV' } },
        { index: 3, status: 200, data: { id: second.file_id } },
      ]);
      const download = '/files/bulk-download-urls';
      const asked = { items: [first.file_id, ABSENT_ID, second.file_id].map((file_id) => ({ file_id })) };
      const { list: released } = await owner.post(download, asked);
      expect(released).toMatchObject([
        { index: 0, status: 200, data: { wrapped_dek: first.wrapped_dek, iv: IV, tag: TAG } },
        { index: 1, status: 404, error: { code: 'FILE_NOT_FOUND' } },
        { index: 2, status: 200, data: { wrapped_dek: second.wrapped_dek } },
      ]);
      const object = await owner.object('GET', released[2]?.data.download_url ?? '');
      expect(await object.text()).toBe(CONTENT);
      expect((await bob.caller.post(download, asked)).list.map(({ status }) => status)).toEqual([404, 404, 404]);
      for (const type of ['file.confirmed', 'file.downloaded'])
        expect((await owner.get(`/audit-events?room_id=${room.id}&type=${type}`)).meta.total).toBe(2);
      const many = { items: Array.from({ length: 101 }, () => ({})) };
      for (const path of [confirm, download]) await expectRefusal(owner.post(path, many), 400, 'BULK_LIMIT_EXCEEDED');
      const reader = await world.limited(owner, 'read:files');
      for (const path of [confirm, download]) await expectRefusal(reader.post(path, asked), 403, 'INSUFFICIENT_SCOPE');
      await expectRefusal(bob.caller.post(confirm, { items }), 404, 'ROOM_NOT_FOUND');
      await addMember(owner, room, bob, 'viewer');
      await expectRefusal(bob.caller.post(confirm, { items }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await dataOf(owner.post(`/rooms/${room.id}/archive`));
      await expectRefusal(owner.post(confirm, { items }), 409, 'ROOM_ARCHIVED');
    },
  },
  {
    id: 'I4-idempotency',
    title:
      'gives a repeated request one effect and one answer without secrets, and refuses another request with its key',
    codes: ['IDEMPOTENCY_MISMATCH', 'SHARE_EXHAUSTED'],
    run: async (world) => {
      const { owner, visitor } = world;
      const key = (name: string) => ({ 'Idempotency-Key': name });
      const room = { name: 'Once', classification: 'C1' };
      const all = await Promise.all(Array.from({ length: 8 }, () => owner.post('/rooms', room, key('a'))));
      expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(all.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(7);
      await expectRefusal(owner.post('/rooms', { ...room, name: 'Twice' }, key('a')), 422, 'IDEMPOTENCY_MISMATCH');
      const bob = await world.person();
      expect((await bob.caller.post('/rooms', room, key('a'))).data.id).not.toBe(all[0]?.data.id);
      const token = await dataOf(owner.post('/tokens', { name: 'x' }, key('b')), 201);
      expect(await dataOf(owner.post('/tokens', { name: 'x' }, key('b')), 201)).toEqual({ ...token, token: null });
      const file = await aFile(owner, all[0]?.data ?? { id: '' });
      const link = await dataOf(owner.post(`/files/${file.id}/share`, { expires_in: 60, max_downloads: 1 }), 201);
      const redeem = (name: string) => visitor.post(`/shares/by-token/${link.token}/download`, undefined, key(name));
      for (let n = 0; n < 4; n++) await dataOf(redeem('c'), 200);
      await expectRefusal(redeem('c'), 410, 'SHARE_EXHAUSTED');
      await expectRefusal(redeem('d'), 410, 'SHARE_EXHAUSTED');
    },
  },
  {
    id: 'I4-idempotency',
    title: 'ignores the Idempotency-Key of a sign-in and an accepted invitation',
    codes: ['INVITATION_USED'],
    run: async (world) => {
      const headers = { 'Idempotency-Key': 'k' };
      const ada = await world.person();
      const credentials = { email: ada.email, password: 'correct horse battery' };
      await dataOf(ada.session.post('/me/password', { new_password: credentials.password }));
      const signIn = () => dataOf(world.visitor.post('/sessions', credentials, headers), 201);
      expect((await signIn()).token).not.toBe((await signIn()).token);
      const email = world.email();
      await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      const body = { token: await world.mailedSecret(email), name: 'Ada' };
      await dataOf(world.visitor.post('/invitations/accept', body, headers), 200);
      await expectRefusal(world.visitor.post('/invitations/accept', body, headers), 410, 'INVITATION_USED');
    },
  },
  {
    id: 'I4-idempotency',
    title: 'checks permissions before it replays an answer',
    codes: ['ROOM_NOT_FOUND'],
    run: async (world) => {
      const bob = await world.person();
      const room = await aRoom(world.owner);
      await addMember(world.owner, room, bob, 'contributor');
      const upload = () =>
        bob.caller.post(`/rooms/${room.id}/files/upload-url`, ANNOUNCED_FILE, { 'Idempotency-Key': 'u' });
      const first = await dataOf(upload(), 200);
      expect(await dataOf(upload(), 200)).toMatchObject({ file_id: first.file_id, wrapped_dek: first.wrapped_dek });
      await dataOf(world.owner.delete(`/rooms/${room.id}/members/${bob.id}`));
      await expectRefusal(upload(), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(
        bob.caller.post(`/rooms/${room.id}/files/${first.file_id}/confirm`, { iv: IV, tag: TAG }),
        404,
        'ROOM_NOT_FOUND',
      );
    },
  },
];
