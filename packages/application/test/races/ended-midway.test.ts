import { describe, expect, test } from '@jest/globals';
import { aKey } from '../kernel/idempotency-key.ts';
import { changesOf } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, aPerson, aRoom, joins } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { another, openWorld } from '../world/world.ts';

const world = await openWorld();

/** Bob in Ada's room, with a file, and an upload that he announced with a key. */
async function setting() {
  const [ada, bob] = [await aPerson(world, 'owner'), await aPerson(world)];
  const room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  const file = await aFile(world, bob, room);
  const found = { ada, bob, room, file, key: aKey() };
  await upload(world.app, found, bob.keyed(found.key));
  return found;
}
type Setting = Awaited<ReturnType<typeof setting>>;
type App = (typeof world)['app'];

const upload = (app: App, { room }: Pick<Setting, 'room'>, by: Setting['bob']) =>
  by.at(app).ask(app.files.requestUpload, { roomId: room.id, name: 'a', size: 1, contentType: 'text/plain' });

/** Requests of Bob that release a key. */
const REQUESTS = {
  download: (app: App, { bob, file }: Setting) => bob.at(app).ask(app.files.getDownload, { fileId: file.id }),
  upload: (app: App, found: Setting) => upload(app, found, found.bob),
  'repeated upload': (app: App, found: Setting) => upload(app, found, found.bob.keyed(found.key)),
};
type Request = keyof typeof REQUESTS;

/** Acts that end what Bob may do, with the refusal of each request that they end. */
const ENDS = {
  'the deletion of the room': [
    ({ ada, room }: Setting) => ada.ask(world.app.rooms.delete, { roomId: room.id }),
    { download: 'FILE_NOT_FOUND', upload: 'ROOM_NOT_FOUND', 'repeated upload': 'ROOM_NOT_FOUND' },
  ],
  'the deletion of the file': [
    ({ ada, file }: Setting) => ada.ask(world.app.files.delete, { fileId: file.id }),
    { download: 'FILE_NOT_FOUND' },
  ],
  'the archive of the room': [
    ({ ada, room }: Setting) => ada.ask(world.app.rooms.archive, { roomId: room.id }),
    { upload: 'ROOM_ARCHIVED', 'repeated upload': 'ROOM_ARCHIVED' },
  ],
  'the removal of the member': [
    ({ ada, bob, room }: Setting) => ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id }),
    { download: 'FILE_NOT_FOUND', upload: 'ROOM_NOT_FOUND', 'repeated upload': 'ROOM_NOT_FOUND' },
  ],
  'the deactivation of the user': [
    ({ ada, bob }: Setting) => ada.ask(world.app.users.deactivate, { userId: bob.id }),
    { download: 'TOKEN_INVALID', upload: 'TOKEN_INVALID', 'repeated upload': 'TOKEN_INVALID' },
  ],
} satisfies Record<string, readonly [(setting: Setting) => Promise<unknown>, Partial<Record<Request, string>>]>;

const CASES = Object.entries(ENDS).flatMap(([name, [end, refusals]]) =>
  Object.entries(refusals).map(([request, refusal]) => [request as Request, name, end, refusal] as const),
);

/** The act happens before the call number `at` that the request makes on a port. */
async function endedAt(at: number, request: Request, end: (found: Setting) => Promise<unknown>) {
  const found = await setting();
  let calls = 0;
  let endedBefore: string | undefined;
  const stored: string[] = [];
  const { app } = await another(
    world,
    intercepted(world.ports, async (call, proceed) => {
      if (calls++ === at) {
        endedBefore = call.method;
        await end(found);
      }
      const answer = await proceed();
      if (endedBefore !== undefined && commits(call)) stored.push(JSON.stringify(changesOf(call.args)));
      return answer;
    }),
  );
  const code = await codeOf(REQUESTS[request](app, found));
  return { endedBefore, code, stored };
}

describe('a request under way stores nothing but its refusal', () => {
  test.each(CASES)('%s after %s', async (request, _, end, refusal) => {
    const points: string[] = [];
    for (let at = 0; ; at++) {
      const { endedBefore, code, stored } = await endedAt(at, request, end);
      if (endedBefore === undefined) break;
      points.push(endedBefore);
      if (endedBefore === 'commit') continue;
      expect([points, code]).toEqual([points, refusal]);
      for (const commit of stored) expect(commit).toContain('"outcome":"denied"');
    }
    expect(points).toEqual(expect.arrayContaining(['read', request === 'download' ? 'signDownload' : 'signUpload']));
    expect(points.at(-1)).toBe('commit');
  });
});
