import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { build, ROOT } from '../support/built.ts';
import { startedBy, unitFor } from './unit-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-calls-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The calls of a set of systemd, such as `@system-service`, with the sets inside of it. */
function callsOf(set: string): ReadonlySet<string> {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', set], { encoding: 'utf8' });
  const names = stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^@?[a-z0-9_-]+$/.test(line) && line !== set);
  return new Set(names.flatMap((name) => (name.startsWith('@') ? [...callsOf(name)] : [name])));
}

/** The calls that the filters of a unit allow. */
function allowedBy(unit: string): ReadonlySet<string> {
  const allowed = new Set<string>();
  for (const [, filter = ''] of unit.matchAll(/^SystemCallFilter=(.+)$/gm))
    for (const set of filter.replace(/^~/, '').split(' '))
      for (const call of callsOf(set)) {
        if (filter.startsWith('~')) allowed.delete(call);
        else allowed.add(call);
      }
  return allowed;
}

/** SQLite gives new files to the owner of the database, as root only. */
const OF_ROOT_ONLY = ['fchown'];

test('the filter of the unit lets through every system call of a service that stores a file', async () => {
  await build();
  const unit = await unitFor(ROOT, process.execPath);
  const { directory, command, environment } = startedBy(unit);
  const data = join(folder, 'data');
  const trace = join(folder, 'trace');
  // With -D the process that was started is the service itself.
  const service = spawn('strace', ['-D', '-f', '-qq', '-o', trace, ...command], {
    cwd: directory,
    env: { ...environment, STRONGROOM_DATA_DIR: data, PORT: '0', STRONGROOM_DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  let url = '';
  for await (const line of createInterface({ input: service.stdout })) {
    url = (JSON.parse(line) as { url?: string }).url ?? '';
    if (url !== '') break;
  }
  const token = (await readFile(join(data, 'owner.token'), 'utf8')).trim();
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const room = await call('/rooms', { name: 'Falcon', classification: 'C2' });
  const file = { name: 'a.pdf', size: 4, content_type: 'application/pdf', classification: 'C2' };
  const upload = await call(`/rooms/${room.id}/files/upload-url`, file);
  expect((await fetch(upload.upload_url ?? '', { method: 'PUT', body: 'abcd' })).status).toBe(200);
  service.kill('SIGTERM');
  await ended;
  const made = new Set(
    (await readFile(trace, 'utf8')).split('\n').flatMap((line) => /^\d+\s+([a-z0-9_]+)\(/.exec(line)?.[1] ?? []),
  );
  const allowed = allowedBy(unit);
  expect(made.size).toBeGreaterThan(30);
  expect(allowed.has('mount')).toBe(false);
  expect([...made].filter((name) => !allowed.has(name) && !OF_ROOT_ONLY.includes(name))).toEqual([]);
}, 60_000);
