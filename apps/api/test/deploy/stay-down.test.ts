import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { ROOT } from '../support/built.ts';
import { compose, FOLDER } from './compose.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Bash collects a child that has ended at once; other shells do it when they wait. */
const SHELLS = ['/bin/sh', 'bash'];

function held(script: string, shell = '/bin/sh') {
  const child = spawn(shell, [join(FOLDER, 'stay-down.sh'), '/bin/sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return { child, ended: once(child, 'exit') };
}

test('a service with wrong settings is started once, and its container stays until it is stopped', async () => {
  const { child, ended } = held('exit 78');
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  expect(JSON.parse(String(said))).toMatchObject({ level: 'error' });
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([78, null]);
});

test.each(SHELLS)('a signal is heard while the container begins to stay (%s)', async (shell) => {
  for (let turn = 0; turn < 40; turn++) {
    const { child, ended } = held('exit 78', shell);
    child.stderr.once('data', () => child.kill('SIGTERM'));
    expect(await ended).toEqual([78, null]);
  }
});

test.each(SHELLS)('any other end is that of the container, so that it is started again (%s)', async (shell) => {
  const codes = Array.from({ length: 20 }, () => [0, 1, 137]).flat();
  for (const code of codes) expect(await held(`exit ${code}`, shell).ended).toEqual([code, null]);
});

test.each(SHELLS)('a signal reaches the service, which stops in order (%s)', async (shell) => {
  const { child, ended } = held('trap "echo stopped; exit 3" TERM; echo begun; while :; do sleep 0.01; done', shell);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(said)).toBe('stopped\n');
  expect(await ended).toEqual([3, null]);
});

test('the compose file starts both services by the script, the room service with the program of the image', async () => {
  const { services } = await compose();
  for (const name of ['rooms-a', 'rooms-b', 'keys'])
    expect(services[name]).toMatchObject({
      entrypoint: ['/bin/sh', '/stay-down.sh'],
      volumes: expect.arrayContaining(['./stay-down.sh:/stay-down.sh:ro']),
    });
  const image = /^CMD (.*)$/m.exec(await readFile(join(ROOT, 'apps/api/Dockerfile'), 'utf8'))?.[1] ?? '[]';
  expect(services['rooms-a']?.command?.at(-1)).toBe(JSON.parse(image).at(-1));
});
