import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { VKEY, writeTar } from './log-export.ts';
import { aFolder, strongroomHere } from './setting.ts';

const AT = Date.parse('2026-11-20T10:00:00.000Z');
const FILE = 'f0f0f0f0-0000-4000-8000-000000000001';

type Fields = Readonly<Record<string, unknown>>;
type Changes = Readonly<{ data?: Fields; at?: number; file?: string; actor?: string; id?: string }>;

/** An event as both services write it. */
const event = (seq: number, type: string, { data = {}, at = AT, file = FILE, actor = 'anna', id }: Changes): string =>
  JSON.stringify({
    actor: { id: actor, token_id: null, type: 'user' },
    data,
    id: id ?? `event-${seq}`,
    occurred_at: new Date(at).toISOString(),
    seq,
    target: { id: file, label: 'C2', room_id: 'room', type: 'file' },
    type,
    v: 1,
  });

const granted = (jti: string): Fields => ({ grant: { jti, op: 'open', jkt: 'client' } });
/** Data of an event of version 0.2.0. */
const grantedBefore = (jti: string): Fields => ({ grant_jti: jti, grant_op: 'open', grant_jkt: 'client' });
const released = (jti: string, evt: string): Fields => ({ jti, evt, op: 'open', client: 'client' });

let folder = '';
beforeAll(async () => {
  folder = await aFolder();
});

let count = 0;

/** Both exports: a log with the grants j0 and j1, and a record with a release of j0, with more of each. */
async function reconciled(changed: Changes, more: Readonly<{ log?: string; record?: string }> = {}) {
  count += 1;
  const [record, log] = [join(folder, `record-${count}.tar`), join(folder, `log-${count}.tar`)];
  const grants = [0, 1].map((seq) => event(seq, 'file.download_url_created', { data: granted(`j${seq}`) }));
  const release = event(1, 'key.released', {
    at: AT + 500,
    ...changed,
    data: { ...released('j0', 'event-0'), ...changed.data },
  });
  const started = event(0, 'key.trust_changed', {});
  await writeTar(log, { events: [...grants, ...(more.log === undefined ? [] : [more.log])] });
  await writeTar(record, { events: [started, release, ...(more.record === undefined ? [] : [more.record])] });
  const { code, out, err } = await strongroomHere(['audit', 'reconcile', record, log, '--json']);
  return { code, err, found: JSON.parse(out) as Fields & { alarms: readonly { sentence: string }[] }, record, log };
}

describe('two records', () => {
  test('agree, and the output names the grant without a released key', async () => {
    const { code, found } = await reconciled({});
    expect([code, found]).toMatchObject([
      0,
      { verdict: 'agree', releases: 1, alarms: [], unused_grants: [{ event: 'event-1', jti: 'j1', file: FILE }] },
    ]);
  });

  test('agree where grants are in the form of an earlier version', async () => {
    const log = event(2, 'file.download_url_created', { data: grantedBefore('old') });
    const record = event(2, 'key.released', { data: released('old', 'event-2') });
    expect(await reconciled({}, { log, record })).toMatchObject({ code: 0, found: { releases: 2, alarms: [] } });
    const twice = event(2, 'file.download_url_created', { data: grantedBefore('j0') });
    const { found } = await reconciled({}, { log: twice });
    expect(found.alarms[0]?.sentence).toMatch(/logged its grant twice/);
  });

  test('agree about a key that was released twice for one grant, after a lost answer', async () => {
    const again = event(2, 'key.released', { data: released('j0', 'event-0'), at: AT + 1000 });
    expect(await reconciled({}, { record: again })).toMatchObject({ code: 0, found: { releases: 2 } });
  });

  test.each<readonly [string, Changes, RegExp]>([
    ['a release without a grant', { data: { jti: 'forged' } }, /logged no grant/],
    ['another event', { data: { evt: 'event-1' } }, /another event/],
    ['another file', { file: 'f0f0f0f0-0000-4000-8000-000000000002' }, /was for the file f0/],
    ['another caller', { actor: 'bob' }, /another caller/],
    ['another purpose', { data: { op: 'export' } }, /to open, and it was used to export/],
    ['another client', { data: { client: 'thief' } }, /another key of a client/],
    ['a late release', { at: AT + 151_000 }, /had ended/],
    ['an early release', { at: AT - 31_000 }, /before its grant/],
  ])('differ by %s', async (_, changed, sentence) => {
    const { code, found } = await reconciled(changed, {
      log: event(2, 'room.created', { at: AT + 600_000 }),
    });
    expect([code, found.verdict]).toEqual([1, 'differ']);
    expect(found.alarms.map((alarm) => alarm.sentence)).toEqual([expect.stringMatching(sentence)]);
  });

  test('differ by a grant that was logged twice', async () => {
    const twice = event(2, 'file.download_url_created', { data: granted('j0') });
    expect((await reconciled({}, { log: twice })).found.alarms[0]?.sentence).toMatch(/twice/);
  });

  test('are not judged if the record is newer than the log', async () => {
    const later = event(2, 'key.released', { data: released('j9', 'event-9'), at: AT + 60_000 });
    expect(await reconciled({}, { record: later })).toMatchObject({
      code: 2,
      found: { verdict: 'not_judged', later_releases: 1, alarms: [] },
    });
  });

  test('are verified first, against keys that are known', async () => {
    const { record, log } = await reconciled({});
    const known = ['--record-key', VKEY, '--log-key', VKEY];
    expect((await strongroomHere(['audit', 'reconcile', record, log, ...known])).code).toBe(0);
    await writeFile(log, 'no export');
    expect((await strongroomHere(['audit', 'reconcile', record, log])).code).toBe(2);
  });

  test('are compared for people, with an alarm for each release', async () => {
    const { record, log } = await reconciled({ data: { jti: 'j1', evt: 'event-0' } });
    const { code, out } = await strongroomHere(['audit', 'reconcile', record, log]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^differ: 1 release, 2 events of the room service\nALARM: release 1 of the file f0.*\n1 grant without a release:\n {2}event event-0/,
    );
  });
});
