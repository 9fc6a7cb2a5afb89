import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DocumentStore } from '@strongroom/ports';
import { strongroom } from '../support/command.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const NEXT_RELEASE = join(import.meta.dirname, '../processes/next-release.ts');
/** Schema of rooms in the next release. */
const SCHEMA = 5;

type Database = Readonly<{
  settings: () => Environment | Promise<Environment>;
  open: (settings: Environment) => Promise<DocumentStore>;
}>;

/** Registers tests of this release and a next one on one database. */
export function serveBesideTheNext({ settings, open }: Database): void {
  let place: Place;
  let environment: Environment;
  beforeEach(async () => {
    place = await Place.make();
    environment = await settings();
  }, 60_000);
  afterEach(() => place.end());

  const next = () => place.start(environment, { flags: ['--import', NEXT_RELEASE] });
  const upgrade = () => strongroom(['upgrade'], { env: { ...environment, NODE_OPTIONS: `--import ${NEXT_RELEASE}` } });
  const caller = (service: ServiceProcess) => service.as(environment.STRONGROOM_OWNER_TOKEN);

  const room = async (service: ServiceProcess, name: string): Promise<string> => {
    const made = await caller(service).post('/rooms', { name, classification: 'C1' });
    expect(made.status).toBe(201);
    return made.body.data.id;
  };
  const rename = async (service: ServiceProcess, id: string, name: string) =>
    expect(await caller(service).patch(`/rooms/${id}`, { name })).toMatchObject({ status: 200 });
  const names = async (service: ServiceProcess, path: string): Promise<readonly string[]> => {
    const { status, body } = await caller(service).get(path);
    expect(status).toBe(200);
    return body.data.map(({ name }: { name: string }) => name).toSorted();
  };
  const below = async (schema: number): Promise<number> => {
    const documents = await open(environment);
    try {
      return (await documents.outdated('rooms', { below: schema, limit: 1000 })).length;
    } finally {
      await documents.close();
    }
  };

  test('both releases serve it, until the older one is stopped and an operator upgrades it under load', async () => {
    const older = await place.start(environment);
    const first = await room(older, 'first');
    const newer = await next();
    await rename(newer, first, 'first, renamed by the newer');
    const second = await room(newer, 'second');
    await rename(older, second, 'second, renamed by the older');
    const expected = ['first, renamed by the newer', 'second, renamed by the older'];
    for (const service of [older, newer])
      for (const path of ['/rooms', '/oversight/rooms']) expect(await names(service, path)).toEqual(expected);
    expect(await below(SCHEMA)).toBe(2);

    const refused = await upgrade();
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/A process of an older version \(\d+\.\d+\.\d+\S*\) may still serve this store\./);
    expect(await below(SCHEMA)).toBe(2);

    let made = 0;
    const enough = new AbortController();
    const load = Promise.all(
      [0, 1, 2, 3].map(async () => {
        while (!enough.signal.aborted) {
          await rename(newer, await room(newer, 'load'), 'load, renamed');
          made++;
        }
      }),
    );
    older.signal('SIGTERM');
    expect(await older.ended()).toBe(0);
    const done = await upgrade();
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/^The store is upgraded: \d+ documents rewritten\.\n$/);
    const then = made;
    await eventually('requests after the upgrade', async () => made > then + 8 || undefined);
    enough.abort();
    await load;
    expect(await below(SCHEMA)).toBe(0);
    expect(await upgrade()).toMatchObject({ code: 0, out: 'Nothing to upgrade.\n' });
    const listed = (await caller(newer).get('/oversight/rooms')).body.meta.total;
    expect(listed).toBe(made + 2);

    const { code, err } = await place.refusal(environment);
    expect([code, err]).toEqual([
      78,
      expect.stringContaining('This store was written by a newer version: it holds rooms'),
    ]);
  });
}
