import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT } from '../support/built.ts';
import { Place } from '../support/service-process.ts';

const UNIT = join(ROOT, 'apps/api/deploy/strongroom.service');

let folder: string;
let unit: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-unit-'));
  // Uses the folder and the Node of this machine instead of the installed ones.
  unit = (await readFile(UNIT, 'utf8'))
    .replaceAll('/opt/strongroom', ROOT)
    .replaceAll('/usr/local/bin/node', process.execPath);
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

test('the command of the unit starts the service with the settings of the unit', async () => {
  const [, directory = ''] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
  const [, node = '', main = ''] = /^ExecStart=(\S+) (?:--\S+ )?(\S+)$/m.exec(unit) ?? [];
  expect([node, join(directory, main)]).toEqual([process.execPath, join(ROOT, 'apps/api/dist/main.js')]);
  const assignments = Array.from(unit.matchAll(/^Environment=(.+)$/gm), ([, line = '']) => line.split(' ')).flat();
  const environment = Object.fromEntries(assignments.map((one) => one.split(/=(.*)/s).slice(0, 2)));
  expect(environment.STRONGROOM_DATA_DIR).toBe('/var/lib/strongroom');
  const place = await Place.make();
  try {
    const service = await place.start({ ...environment, STRONGROOM_DATA_DIR: place.data }, { cwd: directory });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  } finally {
    await place.end();
  }
});
