import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { aClient, type Client, type Device, Setting, type WrappedFileKey } from './setting.ts';

/** Milliseconds of CPU, and of time. */
const MAX_CPU = 1;
const MAX_CPU_OF_BATCH = 20;
const MAX_P99 = 50;

const WARM_UP = 2000;
const SINGLE = 500;
const BATCHES = 20;
const BATCH = 100;
/** Milliseconds of a tick in /proc. */
const TICK = 10;

jest.setTimeout(300_000);

const settings: Setting[] = [];
const processes: ChildProcess[] = [];

afterAll(async () => {
  for (const child of processes) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  for (const setting of settings) await setting.end();
});

type Mode = 'grant' | 'device';

/**
 * The compiled key service in a process of its own, so that its CPU is that of nothing else; or, in its place, a program that
 * does only what no release can avoid.
 */
async function started(mode: Mode, isBare = false) {
  const setting = await Setting.start({
    STRONGROOM_KEY_SERVICE_PROOF: mode,
    STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES: '1',
  });
  settings.push(setting);
  const devices = mode === 'device' ? [await setting.enrol(), await setting.enrol()] : [];
  await setting.stop();
  const here = import.meta.dirname;
  const program = isBare
    ? [join(here, 'processes/bare-unwrap.ts'), mode, new URL(setting.url).port, setting.folder]
    : [join(here, '../dist/main.js'), 'serve'];
  const child = spawn(process.execPath, program, {
    env: { PATH: '/usr/bin:/bin', ...setting.environment },
    stdio: 'ignore',
  });
  processes.push(child);
  await setting.ready();
  return { setting, devices, cpu: () => cpuOf(child.pid ?? 0) };
}

type Cpu = Readonly<{ user: number; system: number }>;

/** Milliseconds of CPU that a process has used, in all threads. */
function cpuOf(pid: number): Cpu {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { user: Number(fields[11]) * TICK, system: Number(fields[12]) * TICK };
}

/** Milliseconds of CPU that each of `count` pieces of work took. */
const each = (count: number, before: Cpu, after: Cpu): Cpu => ({
  user: (after.user - before.user) / count,
  system: (after.system - before.system) / count,
});

/** Throws where other programs use the same cores, which makes every figure larger. */
function requireQuiet(): void {
  const [load = 0] = loadavg();
  if (load > availableParallelism())
    throw new Error(
      `the load of this machine is ${load.toFixed(1)}: its figures cannot be judged. Run this test alone.`,
    );
}

type Asking = Readonly<{ setting: Setting; device: Device | undefined; client: Client; room: WrappedFileKey }>;

/** A request for the keys of new files, made before anything is measured. */
async function request({ setting, device, client, room }: Asking, count: number): Promise<object> {
  const files = await Promise.all(Array.from({ length: count }, () => setting.aFile(room)));
  const person = device === undefined ? {} : { person: device.person };
  // The keys of a request are those of one person.
  const claims = { sub: `user:${randomUUID()}`, ...person };
  const items = files.map((file) => ({ grant: setting.grant(file, client, claims), wrapped_dek: file.wrappedDek }));
  const proof =
    device === undefined ? {} : { device: setting.proof(device, items.map(({ grant }) => grant).join('\n')) };
  return { client_key: client.jwk, ...proof, ...(count === 1 ? items[0] : { items }) };
}

const made = (asking: Asking, requests: number, count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: requests }, async () => JSON.stringify(await request(asking, count))));

let addresses = 0;

/** Sends requests one after the other and returns the milliseconds of each, sorted. */
async function timed({ setting }: Asking, path: string, bodies: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const body of bodies) {
    const begun = performance.now();
    addresses += 1;
    // Each address has a limit of its own.
    const { status } = await setting.post(path, body, {
      'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
    });
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`answered ${status}`);
  }
  return times.toSorted((a, b) => a - b);
}

type Started = Awaited<ReturnType<typeof started>>;

/** Asks for keys one after the other, after a warm-up. A person has 3000 keys an hour. */
async function single({ setting, devices: [warming, device], cpu }: Started) {
  const asking = { setting, device, client: aClient(), room: await setting.aFile() };
  for (let done = 0; done < WARM_UP; done += WARM_UP / 8)
    await timed(asking, '/v1/unwrap', await made({ ...asking, device: warming }, WARM_UP / 8, 1));
  const bodies = await made(asking, SINGLE, 1);
  const before = cpu();
  const times = await timed(asking, '/v1/unwrap', bodies);
  const perKey = each(SINGLE, before, cpu());
  return { asking, perKey, p99: times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY };
}

describe.each(['grant', 'device'] as const)('the key service with the local keyring, in the mode %s', (mode) => {
  test('releases a key within the limits of time and CPU, and a batch of 100 too', async () => {
    const bare = await single(await started(mode, true));
    const service = await started(mode);
    const { asking, perKey, p99 } = await single(service);
    const batches = await made(asking, BATCHES, BATCH);
    const beforeBatches = service.cpu();
    await timed(asking, '/v1/unwrap/batch', batches);
    const perBatch = each(BATCHES, beforeBatches, service.cpu());
    process.stdout.write(`${mode}: ${JSON.stringify({ bare: bare.perKey, perKey, perBatch, p99 })}\n`);
    requireQuiet();
    expect(perKey.user + perKey.system).toBeLessThanOrEqual(MAX_CPU);
    expect(perBatch.user + perBatch.system).toBeLessThanOrEqual(MAX_CPU_OF_BATCH);
    expect(p99).toBeLessThanOrEqual(MAX_P99);
  });
});
