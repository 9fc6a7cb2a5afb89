import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CONFIGURATION_FAULT } from '@strongroom/adapter-local';
import { freePort } from '@strongroom/test-servers/free-port';
import { ROOT } from '../support/built.ts';
import { Place } from '../support/service-process.ts';
import { startedBy, unitFor } from './unit-file.ts';

let folder: string;
let unit: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-unit-'));
  unit = await unitFor(ROOT, process.execPath);
});
afterEach(() => rm(folder, { recursive: true }));

/** Complaints of systemd about the unit; empty if there are none. */
async function verified(text: string): Promise<string> {
  const path = join(folder, 'strongroom.service');
  await writeFile(path, text);
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('systemd-analyze is missing: on Debian, apt-get install systemd');
  return stderr
    .split('\n')
    .filter((line) => line.includes('strongroom.service'))
    .join('\n');
}

test('systemd finds no fault in the unit, and finds a planted one', async () => {
  expect(await verified(unit)).toBe('');
  expect(await verified(unit.replace('StateDirectoryMode', 'StateDirectoryMod'))).toContain('StateDirectoryMod');
});

test.each(['strongroom.service', 'strongroom-keys.service'])('%s leaves little open, as systemd counts it', (name) => {
  const file = join(ROOT, 'apps/api/deploy', name);
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
    encoding: 'utf8',
  });
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(3);
});

test.each(['strongroom.service', 'strongroom-keys.service', 'google/key-service.yaml.tftpl'])(
  '%s leaves a service with wrong settings, or a wrong PIN, stopped',
  async (name) => {
    const text = await readFile(join(ROOT, 'apps/api/deploy', name), 'utf8');
    const [, codes] = /^ *RestartPreventExitStatus=(.*)$/mu.exec(text) ?? [];
    expect(codes).toBe(`${CONFIGURATION_FAULT}`);
  },
);

test('the unit starts the service without pretenuring', () => {
  expect(startedBy(unit).command).toContain('--no-allocation-site-pretenuring');
});

test('systemd finds no fault in the unit of the key service, whose command starts it', async () => {
  const keys = await unitFor(ROOT, process.execPath, 'strongroom-keys.service');
  expect(await verified(keys)).toBe('');
  const { directory, command, environment } = startedBy(keys);
  expect(environment.STRONGROOM_KEY_SERVICE_DATA_DIR).toBe('/var/lib/strongroom-keys');
  const place = await Place.make();
  try {
    await (await place.start()).kill();
    const port = await freePort();
    const [node = '', ...args] = command;
    const service = spawn(node, args, {
      cwd: directory,
      env: {
        ...environment,
        STRONGROOM_DATA_DIR: place.data,
        STRONGROOM_KEY_SERVICE_DATA_DIR: join(folder, 'keys'),
        STRONGROOM_KEY_SERVICE_PORT: String(port),
        STRONGROOM_DRAIN_SECONDS: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(service, 'exit');
    for await (const line of createInterface({ input: service.stdout })) if (line.includes('listening')) break;
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    await place.end();
  }
});

test('the command of the unit starts the service with the settings of the unit', async () => {
  const { directory, command, environment } = startedBy(unit);
  expect([command[0], join(directory, command.at(-1) ?? '')]).toEqual([
    process.execPath,
    join(ROOT, 'apps/api/dist/main.js'),
  ]);
  expect(environment.STRONGROOM_DATA_DIR).toBe('/var/lib/strongroom');
  const place = await Place.make();
  try {
    const service = await place.start({ ...environment, STRONGROOM_DATA_DIR: place.data }, { cwd: directory });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  } finally {
    await place.end();
  }
});
