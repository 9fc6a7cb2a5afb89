/**
 * An S3 server for tests: the object gateway of Ceph, with one monitor and one OSD that keeps everything in memory. On
 * Debian: `apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-common`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from './free-port.ts';
import type { S3Server } from './s3-server.ts';

const CREDENTIALS = { accessKeyId: 'tests', secretAccessKey: 'tests-secret' };
/** Milliseconds until it serves; it makes its pools first. */
const START_MS = 120_000;

const run = promisify(execFile);

/** A cluster of one machine and its S3 server. Rejects if Ceph is not installed. */
export async function startCephRgw(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-ceph-'));
  const [monitor = 0, port = 0] = await freePorts(2);
  const [cluster, osd] = [randomUUID(), randomUUID()];
  const conf = join(folder, 'ceph.conf');
  const children: ChildProcess[] = [];
  const end = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  };
  const start = (program: string, ...given: readonly string[]): ChildProcess => {
    const child = spawn(program, ['-c', conf, '-f', ...given], { stdio: 'ignore' });
    children.push(child);
    return child;
  };
  const stop = async (): Promise<void> => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name));
    await writeFile(conf, confOf(folder, { cluster, monitor, port }));
    const [keyring, map] = [join(folder, 'keyring'), join(folder, 'monmap')];
    await installed('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *');
    await installed('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, map);
    await installed('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
    start('ceph-mon', '-i', 'a');
    await repeated(() => installed('ceph', '-c', conf, '--connect-timeout', '60', 'osd', 'new', osd));
    await installed('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd);
    start('ceph-osd', '-i', '0');
    const gateway = start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${port}`;
    await answering(endpoint, gateway);
    const user = ['--uid', 'tests', '--display-name', 'tests', '--access-key', CREDENTIALS.accessKeyId];
    const key = ['--secret', CREDENTIALS.secretAccessKey];
    await installed('radosgw-admin', '-c', conf, '-n', 'client.admin', 'user', 'create', ...user, ...key);
    return {
      endpoint,
      port,
      region: 'us-east-1',
      credentials: CREDENTIALS,
      pid: gateway.pid ?? 0,
      folder,
      kill: end,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Numbers = Readonly<{ cluster: string; monitor: number; port: number }>;

/** No authentication inside of the cluster, one copy of everything, and no manager. */
const confOf = (folder: string, { cluster, monitor, port }: Numbers): string => `[global]
fsid = ${cluster}
mon_host = v1:127.0.0.1:${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_bind_msgr2 = false
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.$pid.asok
log_file = ${folder}/$name.log
keyring = ${folder}/keyring
mon_data = ${folder}/mon
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
rgw_frontends = beast endpoint=127.0.0.1:${port}
`;

async function installed(program: string, ...given: readonly string[]): Promise<void> {
  await run(program, given, { timeout: START_MS }).catch((error: unknown) => {
    throw new Error(
      `${program} failed; install Ceph (apt-get install -y --no-install-recommends radosgw ceph-mon ceph-osd ceph-common).`,
      { cause: error },
    );
  });
}

/** Repeats a command that a monitor refuses while it starts. */
async function repeated(command: () => Promise<void>): Promise<void> {
  for (const began = Date.now(); ; await pause(500)) {
    try {
      return await command();
    } catch (error) {
      if (Date.now() - began > START_MS) throw error;
    }
  }
}

/** Resolves at the first reply. Rejects if the program ends before. */
async function answering(endpoint: string, gateway: ChildProcess): Promise<void> {
  for (const began = Date.now(); Date.now() - began < START_MS; await pause(200)) {
    if (gateway.exitCode !== null) break;
    const reply = await fetch(endpoint, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (reply !== undefined) return;
  }
  throw new Error(`radosgw (${gateway.pid}) does not serve`);
}
