import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Log } from '@strongroom/ports';
import { parseExposition, type ScrapedSample } from '@strongroom/test-servers/exposition';
import { ROOM_METRICS } from '../../src/base/metrics.ts';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import type { RunningService } from '../../src/container/running-service.ts';

let folder: string;
let service: RunningService | undefined;
let port: unknown;
const log: Log = {
  info: (message, fields) => {
    if (message === 'metrics') port = fields?.port;
  },
  warn: () => undefined,
  error: () => undefined,
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-metrics-'));
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await rm(folder, { recursive: true });
});

async function open(more: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const read = readSettings({ PORT: '0', STRONGROOM_METRICS_PORT: '0', STRONGROOM_DATA_DIR: folder, ...more });
  if ('problems' in read) throw new Error(read.problems.join());
  service = await openService(read.settings, log);
  return service;
}

const scrape = async (): Promise<readonly ScrapedSample[]> =>
  parseExposition(await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text());

/** The value of the sample with these labels. */
const sampleOf = (
  samples: readonly ScrapedSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  samples.find(
    ({ family, labels: found }) =>
      family === name && Object.entries(labels).every(([label, value]) => found[label] === value),
  )?.value;

async function post(url: string, path: string, body: object): Promise<Record<string, string>> {
  const token = (await readFile(join(folder, 'owner.token'), 'utf8')).trim();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  return data;
}

test('a scrape keeps to the text format, and every sample belongs to a metric of the page', async () => {
  const { url } = await open();
  await post(url, '/rooms', { name: 'Falcon', classification: 'C2' });
  const samples = await scrape();
  const known = new Set(Object.values(ROOM_METRICS).map(({ name }) => name));
  const ours = new Set(samples.map(({ family }) => family).filter((name) => name.startsWith('strongroom_')));
  expect([...ours].filter((name) => !known.has(name))).toEqual([]);
  expect(sampleOf(samples, 'strongroom_build_info')).toBe(1);
  expect(sampleOf(samples, 'strongroom_events_total', { type: 'room.created', outcome: 'allowed' })).toBe(1);
  expect(sampleOf(samples, 'strongroom_dependency_up', { dependency: 'documents' })).toBe(1);
  expect(sampleOf(samples, 'strongroom_writes_refused', { reason: 'no_writes' })).toBe(0);
  expect(sampleOf(samples, 'strongroom_checkpoint_age_seconds')).toBeLessThan(60);
  expect(sampleOf(samples, 'strongroom_disk_free_bytes')).toBeGreaterThan(0);
  const commits = samples.find(({ series }) =>
    series.startsWith('strongroom_dependency_duration_seconds_count{dependency="documents",call="commit"'),
  );
  expect(commits?.value).toBeGreaterThan(0);
});

test('a metric counts the bytes of confirmed uploads, and uploads that wait', async () => {
  const { url } = await open();
  const room = await post(url, '/rooms', { name: 'Falcon', classification: 'C2' });
  const body = { name: 'a.pdf', size: 100, content_type: 'application/pdf', classification: 'C2' };
  const upload = await post(url, `/rooms/${room.id}/files/upload-url`, body);
  await fetch(upload.upload_url ?? '', { method: 'PUT', body: new Uint8Array(100) });
  const sealed = { iv: 'AAECAwQFBgcICQoL', tag: 'AAECAwQFBgcICQoLDA0ODw==' };
  await post(url, `/rooms/${room.id}/files/${upload.file_id}/confirm`, sealed);
  expect(sampleOf(await scrape(), 'strongroom_confirmed_bytes_total')).toBe(100);
  await post(url, `/rooms/${room.id}/files/upload-url`, body);
  await service?.stop();
  await open();
  await scrapedBacklog();
  expect(sampleOf(await scrape(), 'strongroom_pending_uploads')).toBe(1);
});

/** Resolves once the first look at the backlog is over, just after the start. */
async function scrapedBacklog(): Promise<void> {
  while (sampleOf(await scrape(), 'strongroom_pending_uploads') === undefined);
}

test('a process that its operator set to read-only says so, and runs no job', async () => {
  await (await open()).stop();
  await open({ STRONGROOM_READ_ONLY: 'on' });
  const samples = await scrape();
  expect(sampleOf(samples, 'strongroom_writes_refused', { reason: 'set_by_operator' })).toBe(1);
  expect(sampleOf(samples, 'strongroom_jobs_waiting')).toBeUndefined();
});
