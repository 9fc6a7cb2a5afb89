import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { wsgidav } from '@strongroom/test-servers/wsgidav';
import { type OutsideProjects, outsideProjects } from '../../../../scripts/outside-project.ts';
import { build, ROOT } from '../support/built.ts';
import { download, upload } from '../support/encrypted-transfer.ts';
import { aRoom } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';

/** Objects on a server that this repository does not know, by a package that is installed from tarballs. */
jest.setTimeout(240_000);

type Server = Readonly<{
  collection: () => Promise<string>;
  files: () => Promise<readonly string[]>;
  stop: () => Promise<void>;
}>;

let projects: OutsideProjects;
let program: string;
let server: Server;
let place: Place;

beforeAll(async () => {
  await build();
  execFileSync(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-b',
    join(ROOT, 'packages/contract-tests'),
  ]);
  // oxlint-disable-next-line node/no-process-env -- Python installs it
  program = await wsgidav(process.env);
  projects = outsideProjects({ folder: 'objects-on-webdav' });
  const { WebDavServer } = (await import(join(projects.author, 'test/webdav-server.js'))) as {
    WebDavServer: { start: (program: string) => Promise<Server> };
  };
  [server, place] = await Promise.all([WebDavServer.start(program), Place.make()]);
}, 600_000);
afterAll(async () => {
  await place?.end();
  await server?.stop();
  projects?.remove();
});

test('the package keeps its promises and its types, in a project of its own', () => {
  const { numPassedTests, testResults } = projects.jest({ WSGIDAV: program });
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(all.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(numPassedTests).toBeGreaterThan(30);
  expect(projects.types()).toMatchObject({ code: 0, out: '' });
});

test('a service keeps files there, and a deleted file is gone from the server', async () => {
  const service = await place.start(
    { STRONGROOM_BLOBS: 'module:@acme/strongroom-webdav', STRONGROOM_BLOBS_MODULE_URL: await server.collection() },
    { cwd: projects.operator },
  );
  const owner = service.as(await place.ownerToken());
  const unwrap = (wrapped: string, key: string) => unwrapDataKey(join(place.data, 'keys'), wrapped, key);
  const room = await aRoom(owner);
  const bytes = Buffer.from('plan of the house');
  const { fileId } = await upload(owner, unwrap, room.id, { name: 'plan.txt', type: 'text/plain', bytes });
  expect(await download(await owner.get(`/files/${fileId}/download-url`), unwrap)).toEqual(bytes);
  const generations = async () => (await server.files()).filter((name) => /\.o\/[0-9a-f-]{36}$/u.test(name));
  expect(await generations()).toHaveLength(1);
  expect((await owner.delete(`/files/${fileId}`)).status).toBe(200);
  await eventually('the end of the object', async () => (await generations()).length === 0);
});
