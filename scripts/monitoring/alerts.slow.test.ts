import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readSettings } from '../../apps/api/src/config/settings.ts';
import { openService } from '../../apps/api/src/container/open-service.ts';
import type { RunningService } from '../../apps/api/src/container/running-service.ts';
import { readSettings as readKeySettings } from '../../apps/key-service/src/config/settings.ts';
import { openKeyService } from '../../apps/key-service/src/container/open-key-service.ts';
import { freePort } from '../../packages/test-servers/src/free-port.ts';
import { checkedMetrics, firing, goingOn, MINUTES, promtool, type Series } from './firing.ts';
import { alerts, MONITORING } from './rules.ts';

let folder: string;
const ports: Record<string, unknown> = {};
const log = (name: string) => ({
  info: (message: string, fields?: Readonly<Record<string, unknown>>) => {
    if (message === 'metrics') ports[name] = fields?.port;
  },
  warn: () => undefined,
  error: () => undefined,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-alerts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A real room service in a folder. */
async function roomService(name: string, more: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const environment = { PORT: '0', STRONGROOM_METRICS_PORT: '0', STRONGROOM_DATA_DIR: join(folder, name), ...more };
  const read = readSettings(environment);
  if ('problems' in read) throw new Error(read.problems.join());
  return openService(read.settings, log(name));
}

const scrapeOf = async (name: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${String(ports[name])}/metrics`)).text();

async function call(name: string, url: string, path: string, body: object): Promise<Record<string, string>> {
  const token = (await readFile(join(folder, name, 'owner.token'), 'utf8')).trim();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  return data;
}

const FIRED = new Set<string>();
async function fired(input: readonly Series[]): Promise<readonly string[]> {
  const found = await firing(input);
  for (const name of found) FIRED.add(name);
  return found;
}

test('promtool has no finding in rules, configuration and a scrape of either service', async () => {
  expect(promtool('check', 'rules', join(MONITORING, 'alerts.yaml')).status).toBe(0);
  expect(promtool('check', 'config', join(MONITORING, 'prometheus.yaml')).status).toBe(0);
  const service = await roomService('whole');
  try {
    await call('whole', service.url, '/rooms', { name: 'Falcon', classification: 'C2' });
    const text = await scrapeOf('whole');
    const check = checkedMetrics(text);
    expect([check.status, check.stdout + check.stderr]).toEqual([0, '']);
    expect(await firing(goingOn(text, 'strongroom'))).toEqual([]);
  } finally {
    await service.stop();
  }
});

describe('an alert fires for planted trouble', () => {
  test('the folder of the objects is gone: dependency, and failing requests', async () => {
    const service = await roomService('objects');
    try {
      await rm(join(folder, 'objects/blobs'), { recursive: true });
      const room = await call('objects', service.url, '/rooms', { name: 'Falcon', classification: 'C2' });
      const body = { name: 'a.pdf', size: 4, content_type: 'application/pdf', classification: 'C2' };
      const upload = await call('objects', service.url, `/rooms/${room.id}/files/upload-url`, body);
      const put = await fetch(upload.upload_url ?? '', { method: 'PUT', body: 'abcd' });
      expect(put.status).toBe(503);
      expect(await fired(goingOn(await scrapeOf('objects'), 'strongroom'))).toEqual([
        'StrongroomDependencyDown',
        'StrongroomErrors',
      ]);
    } finally {
      await service.stop();
    }
  });

  test('the mail server is down: mails wait', async () => {
    const smtp = {
      STRONGROOM_MAIL: 'smtp',
      STRONGROOM_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      STRONGROOM_MAIL_FROM: 'rooms@rooms.example',
    };
    const before = await roomService('mail', smtp);
    await call('mail', before.url, '/users/invite', { email: 'ada@rooms.example', role: 'member' });
    await before.stop();
    const service = await roomService('mail', smtp);
    try {
      // A look at the backlog follows the start.
      let text = '';
      while (
        !/strongroom_outside_party_failing\{party="mail"\} 1/.test(text) ||
        !text.includes('strongroom_jobs_waiting')
      )
        text = await scrapeOf('mail');
      expect(text).toContain('strongroom_jobs_waiting{kind="mail"} 1');
      expect(await fired(goingOn(text, 'strongroom', ['strongroom_jobs_oldest_seconds{kind="mail"}']))).toEqual([
        'StrongroomMailsWait',
        'StrongroomOutsidePartyFails',
      ]);
    } finally {
      await service.stop();
    }
  });

  test('an older store is put back: changes are refused', async () => {
    await (await roomService('older')).stop();
    await cp(join(folder, 'older'), join(folder, 'copy'), { recursive: true });
    const later = await roomService('older');
    await call('older', later.url, '/rooms', { name: 'Falcon', classification: 'C2' });
    await later.stop();
    await (await roomService('older')).stop();
    for (const name of ['strongroom.db', 'strongroom.db-wal', 'strongroom.db-shm'])
      await rm(join(folder, 'older', name), { force: true });
    await cp(join(folder, 'copy/strongroom.db'), join(folder, 'older/strongroom.db'));
    const service = await roomService('older');
    try {
      const text = await scrapeOf('older');
      expect(text).toContain('strongroom_writes_refused{reason="audit_log"} 1');
      expect(await fired(goingOn(text, 'strongroom'))).toEqual(['StrongroomWritesRefused']);
    } finally {
      await service.stop();
    }
  });

  test('an operator forgets that the service is read-only', async () => {
    await (await roomService('set')).stop();
    const service = await roomService('set', { STRONGROOM_READ_ONLY: 'on' });
    try {
      expect(await fired(goingOn(await scrapeOf('set'), 'strongroom'))).toEqual(['StrongroomReadOnlyForLong']);
    } finally {
      await service.stop();
    }
  });

  test('the key service cannot reach the room service', async () => {
    const read = readKeySettings({
      STRONGROOM_DATA_DIR: join(folder, 'whole'),
      STRONGROOM_KEY_SERVICE_PORT: String(await freePort()),
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: `http://127.0.0.1:${await freePort()}`,
      STRONGROOM_KEY_SERVICE_METRICS_PORT: '0',
    });
    if ('problems' in read) throw new Error(read.problems.join());
    const service = await openKeyService(read.settings, log('keys'));
    try {
      const text = await scrapeOf('keys');
      const check = checkedMetrics(text);
      expect([check.status, check.stdout + check.stderr]).toEqual([0, '']);
      expect(await fired(goingOn(text, 'strongroom-keys'))).toEqual(['StrongroomKeysNotReady']);
    } finally {
      await service.stop();
    }
  });

  /** States that take hours, another machine or many people: the metric itself is tested where it is measured. */
  test.each<[string, readonly string[]]>([
    ['StrongroomDown', ['up{job="strongroom-keys",instance="one"} 0+0']],
    [
      'StrongroomDependencySlow',
      ['0.5', '1', '2.5', '+Inf'].map(
        (le) =>
          `strongroom_dependency_duration_seconds_bucket{job="strongroom",instance="one",dependency="documents",call="commit",le="${le}"} 0+${Number(le) <= 1 ? 90 : 100}`,
      ),
    ],
    ['StrongroomJobsWait', ['strongroom_jobs_oldest_seconds{kind="rest"} 0+60']],
    ['StrongroomRoomNotDestroyed', ['strongroom_rooms_to_destroy 1+0']],
    ['StrongroomPendingUploads', ['strongroom_pending_uploads 9500+0']],
    ['StrongroomCheckpointOld', ['strongroom_checkpoint_age_seconds{job="strongroom-keys"} 0+60']],
    ['StrongroomWitnessFails', ['strongroom_witnesses_failing 0+0', 'strongroom_checkpoint_keepers_failing 1+0']],
    ['StrongroomClockDiffers', ['strongroom_clock_offset_seconds -3+0']],
    ['StrongroomDiskFull', ['strongroom_disk_free_bytes 500000000+0']],
    ['StrongroomRoomKeysOld', ['strongroom_room_keys_age_seconds 0+60']],
    ['StrongroomGrantsRefused', ['strongroom_grants_refused_total{reason="unknown key"} 0+10']],
    ['StrongroomKeysRefused', ['strongroom_keys_refused_total{code="RATE_LIMIT_EXCEEDED"} 0+100']],
  ])('%s', async (alert, lines) => {
    const input = lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return { series: line.slice(0, at), values: `${line.slice(at + 1)}x${MINUTES}` };
    });
    expect(await fired(input)).toEqual([alert]);
  });

  test('no alert is left that was not seen to fire', () => {
    expect(
      alerts()
        .map(({ alert }) => alert)
        .filter((name) => !FIRED.has(name)),
    ).toEqual([]);
  });
});
