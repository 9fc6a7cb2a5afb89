import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build, ROOT } from '../support/built.ts';
import { eventually } from '../support/service-process.ts';
import { anOffice, type Office } from './desk.ts';
import { QuickDesk } from './quick-desk.ts';

let office: Office;
let server: Server;
let received = '';
const sockets = new Set<Socket>();

beforeAll(async () => {
  await build();
  office = await anOffice(undefined, QuickDesk);
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (piece: Buffer) => (received += piece.toString()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await office.end();
});

type Line = Readonly<{ metadata: Readonly<{ sequence: number; version: string }> }>;

/** Messages of RFC 5424, each on a line: the head of `logger`, then the line of the command. */
const linesOf = (): readonly Line[] =>
  received
    .slice(0, received.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((message) => (message === '' ? [] : [JSON.parse(message.slice(message.indexOf('{'))) as Line]));
const newest = async (): Promise<number> => (await office.caller.get('/audit-events?per_page=1')).body.data[0].seq;

test('a syslog server gets every event of the pipe in the unit of the how-to, also after a kill of the command', async () => {
  const { port } = server.address() as AddressInfo;
  const tail = `"${process.execPath}" "${join(ROOT, 'apps/cli/dist/main.js')}" audit tail --format ocsf --position tail.json`;
  const pipe = `${tail} | logger --server 127.0.0.1 --port ${port} --tcp --tag strongroom --size 16KiB`;
  const room = await office.room('Falcon');
  for (let round = 0; round < 2; round++) {
    const shell = spawn('/bin/sh', ['-c', pipe], {
      cwd: office.owner.home,
      env: { HOME: office.owner.home, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
      detached: true,
    });
    try {
      await office.caller.patch(`/rooms/${room}`, { name: `Falcon ${round}` });
      const last = await newest();
      await eventually(`event ${last}`, async () => linesOf().find(({ metadata }) => metadata.sequence === last));
    } finally {
      // The whole pipe, as systemd ends a unit.
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    }
    await office.caller.patch(`/rooms/${room}`, { name: `Falcon ${round} b` });
  }
  const [lines, last] = [linesOf(), await newest()];
  expect(new Set(lines.map(({ metadata }) => metadata.version))).toEqual(new Set(['1.2.0']));
  expect([...new Set(lines.map(({ metadata }) => metadata.sequence))]).toEqual(
    Array.from({ length: last }, (_, at) => at),
  );
}, 60_000);
