import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { build } from '../support/built.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { eventually } from '../support/service-process.ts';
import { aCertificate } from './proxies.ts';
import { load, restartUnderLoad } from './restarted-under-load.ts';
import { TwoProcesses } from './two-processes.ts';

jest.setTimeout(180_000);

const PER_SECOND = 200;

type Certificate = Awaited<ReturnType<typeof aCertificate>>;

beforeAll(build, 600_000);
let two: TwoProcesses;
afterEach(() => two?.end());

describe('the authority of PostgreSQL', () => {
  let servers: PostgresqlServers;
  let folder: string;
  beforeEach(async () => {
    [servers, folder] = await Promise.all([
      PostgresqlServers.start(),
      mkdtemp(join(tmpdir(), 'strongroom-authority-')),
    ]);
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    await servers?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A certificate that the server may read, which is its own authority. */
  async function ofServer(name: string): Promise<Certificate> {
    const own = await mkdtemp(join(folder, name));
    await chmod(own, 0o755);
    const made = await aCertificate(own);
    const { uid, gid } = await unprivilegedUser();
    if (uid !== undefined && gid !== undefined) await chown(made.key, uid, gid);
    return made;
  }

  /** Makes new connections be shown a certificate; those that are open stay. */
  async function serve({ cert, key }: Certificate): Promise<void> {
    for (const change of [`ssl_cert_file = '${cert}'`, `ssl_key_file = '${key}'`, 'ssl = on'])
      await servers.sql(`ALTER SYSTEM SET ${change}`);
    await servers.sql('SELECT pg_reload_conf()');
    await eventually('TLS', async () => (await servers.sql('SHOW ssl_cert_file')).trim() === cert);
  }

  test('changes under 200 requests a second, and none fails', async () => {
    const [one, other] = [await ofServer('one-'), await ofServer('other-')];
    const authorities = join(folder, 'authorities.pem');
    await writeFile(authorities, one.pem);
    await serve(one);
    const url = `${await servers.aDatabase()}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authorities)}`;
    two = await TwoProcesses.start(onPostgresql(url));
    const { caller, again } = await two.balanced();
    const over = new AbortController();
    const loaded = load(caller, over.signal, PER_SECOND);
    // The order of the page: the new authority beside the earlier one, the server, the new one alone.
    await writeFile(authorities, one.pem + other.pem);
    await restartUnderLoad({ callers: {}, services: two.services, again });
    await serve(other);
    await writeFile(authorities, other.pem);
    await restartUnderLoad({ callers: {}, services: two.services, again });
    over.abort();
    const { asked, failed, milliseconds } = await loaded;
    console.log(`authority: ${asked} requests in ${Math.round(milliseconds)} ms, ${failed.length} failed`);
    expect(failed).toEqual([]);
  });
});
