import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Log } from '@strongroom/ports';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { FAULTS, type Fault, FaultyServer, LIAR_PROTOCOLS, TELLTALES } from '@strongroom/test-servers/liar';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import { Caller } from '../support/caller.ts';
import { eventually } from '../support/service-process.ts';

/** A service whose identity provider, key service and mail server all fail in the same way. */

jest.setTimeout(60_000);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-alarms-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lines: string[] = [];
const line = (message: string, fields: object = {}): void => void lines.push(JSON.stringify({ message, ...fields }));
const LOG: Log = { info: line, warn: line, error: line, debug: line };

async function startWith(fault: Fault) {
  const [provider, keys, mail] = await Promise.all([
    FaultyServer.start(fault, LIAR_PROTOCOLS.json),
    FaultyServer.start(fault, LIAR_PROTOCOLS.json),
    FaultyServer.start(fault, LIAR_PROTOCOLS.smtp),
  ]);
  const read = readSettings({
    PORT: '0',
    STRONGROOM_DATA_DIR: folder,
    STRONGROOM_OIDC_ISSUER: provider.url,
    STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
    STRONGROOM_OIDC_CLIENT_SECRET: 'swordfish',
    STRONGROOM_KEY_SERVICE_URL: keys.url,
    STRONGROOM_MAIL: 'smtp',
    STRONGROOM_MAIL_FROM: 'rooms@example.com',
    STRONGROOM_SMTP_URL: `smtp://127.0.0.1:${mail.port}?starttls=never`,
  });
  if ('problems' in read) throw new TypeError(read.problems.join(' '));
  const service = await openService(read.settings, LOG);
  const owner = new Caller(`${service.url}/api/v1`, (await readFile(join(folder, 'owner.token'), 'utf8')).trim());
  const end = async (): Promise<void> => {
    await service.stop();
    await Promise.all([provider, keys, mail].map((liar) => liar.end()));
  };
  return { url: service.url, owner, end };
}

type Report = Readonly<{ status: string; outside?: Readonly<Record<string, string>> }>;

/** The answer once every party has failed: one of them is asked by a job. */
const reportOf = (url: string) =>
  eventually('the alarm of each party', async () => {
    const answer = await fetch(`${url}/readyz`);
    const report = (await answer.json()) as Report;
    return Object.keys(report.outside ?? {}).length === 3 ? { status: answer.status, report } : undefined;
  });

test.each(FAULTS)('parties that are %s stop nothing, and are named', async (fault) => {
  lines.length = 0;
  const { url, owner, end } = await startWith(fault);
  try {
    expect((await owner.ask('POST', '/users/invite', { email: 'ada@example.com', role: 'member' })).status).toBe(201);
    await new BrowserByHand().ask(`${url}/sign-in/oidc`);
    expect((await owner.ask('GET', '/service')).status).toBe(200);
    const { status, report } = await reportOf(url);
    expect([status, report.status]).toEqual([200, 'ready']);
    expect(Object.keys(report.outside ?? {}).toSorted()).toEqual(['identity_provider', 'key_service', 'mail']);
    for (const code of Object.values(report.outside ?? {})) expect(code).toMatch(/^(?!Error|TypeError|\d)[\w .]+$/);
    expect((await owner.ask('POST', '/rooms', { name: 'Deal', classification: 'C1' })).status).toBe(201);
    const said = [JSON.stringify(report), ...lines].join('\n');
    expect(TELLTALES.filter((part) => said.includes(part))).toEqual([]);
    for (const party of Object.keys(report.outside ?? {})) expect(said).toContain(`"alarm":"${party}"`);
  } finally {
    await end();
  }
});
