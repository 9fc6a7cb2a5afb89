import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';

// Each test starts processes, on machines that may be busy.
let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

describe('wrong settings', () => {
  test('are all reported, with exit code 78, and nothing is created', async () => {
    const refusal = await place.refusal(
      {
        PORT: '65536',
        STRONGROOM_OWNER_TOKEN: 'srt_hunter2',
        STRONGROOM_SECRET: 'hunter3',
        STRONGROOM_LABEL: 'C1:public',
        STRONGROOM_DOCUMENTS: 'postgres',
        STRONGROOM_RATE_LIMIT: '0',
      },
      { cwd: place.folder },
    );
    expect(refusal.code).toBe(78);
    expect(refusal.out).toBe('');
    expect(refusal.err.trimEnd().split('\n')).toEqual([
      'strongroom: the service does not start.',
      '- STRONGROOM_LABEL is no setting of this service; did you mean STRONGROOM_LABELS?',
      expect.stringMatching(/^- PORT must be a whole number from 0 to 65535, not "65536"\.$/),
      expect.stringMatching(/^- STRONGROOM_OWNER_TOKEN is not a well-formed API token/),
      expect.stringMatching(/^- STRONGROOM_SECRET must have at least 32 characters/),
      expect.stringMatching(/^- STRONGROOM_DOCUMENTS must be one of sqlite, memory, mongodb, postgresql/),
      expect.stringMatching(/^- STRONGROOM_RATE_LIMIT must be a whole number from 1 /),
    ]);
    expect(refusal.logged).not.toContain('hunter');
    for (const line of refusal.logged.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({
        time: expect.any(String),
        level: 'error',
        message: 'the service does not start',
        exit_code: 78,
      });
    expect(await readdir(place.folder)).toEqual([]);
  });

  test.each([
    ['a token whose checksum is wrong', { STRONGROOM_OWNER_TOKEN: `srt_${'0'.repeat(49)}` }, 'STRONGROOM_OWNER_TOKEN'],
    ['an unknown variable', { STRONGROOM_FROBNICATION: 'on' }, 'STRONGROOM_FROBNICATION is no setting'],
    ['a negative port', { PORT: '-1' }, 'PORT must be'],
    ['a host that is not here', { HOST: '192.0.2.1' }, 'HOST 192.0.2.1, PORT 0: is not an address of this machine.', 1],
  ])('%s stops the start in one sentence', async (_, environment, sentence, expected = 78) => {
    const { code, out, err } = await place.refusal(environment);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toMatch(/^strongroom: the service does not start\.\n- [^\n]+\.?\n$/);
    expect(err).toContain(sentence);
  });

  test('a port that is taken stops the start, and the next start on the same folder works', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await eventually('the port', async () => taken.address() !== null);
    const address = taken.address();
    const port = String(typeof address === 'object' ? address?.port : 0);
    const { code, out, err } = await place.refusal({ PORT: port });
    const byNpm = await place.refusal({ PORT: port, npm_lifecycle_event: 'start' });
    taken.close();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const sentence = `- HOST 127.0.0.1, PORT ${port}: is in use by another process.`;
    expect(err).toContain(`${sentence} Set PORT to another one.\n`);
    expect(err).not.toContain('    at ');
    // In the words of cmd.exe it would be another command.
    const next = process.platform === 'win32' ? 'Set PORT' : 'Start on another one with `PORT=9000 npm start`.\n';
    expect(byNpm.err).toContain(`${sentence} ${next}`);
    const service = await place.start();
    expect((await service.as(await place.ownerToken()).get('/me')).status).toBe(200);
  });
});

const LABELS = 'C1:public,C2:internal,C3:confidential,C4:secret';
const TURNED = 'C4:secret,C3:confidential,C2:internal,C1:public';

describe('the order of labels', () => {
  test('may be changed as long as nothing was classified', async () => {
    const first = await place.start({ STRONGROOM_LABELS: LABELS });
    await first.kill();
    const second = await place.start({ STRONGROOM_LABELS: TURNED });
    const labels = await given(second.as(await place.ownerToken()).get('/classifications'));
    expect(labels.map(({ label }: { label: string }) => label)).toEqual(['C4', 'C3', 'C2', 'C1']);
  });

  test.each([
    ['turned around', TURNED],
    ['with two changed places', 'C1:public,C3:confidential,C2:internal,C4:secret'],
    ['without one of them', 'C1:public,C3:confidential,C4:secret'],
  ])('once used cannot be %s: the start fails, says why, and nothing has changed', async (_, changed) => {
    const first = await place.start();
    const room = await aRoom(first.as(await place.ownerToken()), 'C1');
    await first.kill();
    const { code, out, err } = await place.refusal({
      STRONGROOM_LABELS: changed,
      STRONGROOM_ROLE_CLEARANCES: 'member=C1',
    });
    expect({ code, out }).toEqual({ code: 78, out: '' });
    expect(err).toMatch(
      /^strongroom: the service does not start\.\n- STRONGROOM_LABELS: The order of labels \(C[^\n]+ < [^\n]+\) is not the order [^\n]*C1 < C2 < C3 < C4[^\n]*\.\n$/,
    );
    const again = await place.start();
    expect((await again.as(await place.ownerToken()).get(`/rooms/${room.id}`)).body.data).toMatchObject({ ...room });
  });

  test('once used may get names and labels that fit in', async () => {
    const first = await place.start();
    await aRoom(first.as(await place.ownerToken()));
    await first.kill();
    const second = await place.start({ STRONGROOM_LABELS: 'C1:open,C2:internal,C2b:inner,C3:confidential,C4:secret' });
    expect((await given(second.as(await place.ownerToken()).get('/classifications')))[2]).toEqual({
      label: 'C2b',
      rank: 3,
      name: 'inner',
    });
  });

  test('cannot differ between processes on one folder: the second is refused, the first continues', async () => {
    const first = await place.start();
    const owner = first.as(await place.ownerToken());
    await aRoom(owner);
    const refusal = await place.refusal({ STRONGROOM_LABELS: TURNED });
    expect(refusal.code).toBe(78);
    expect(refusal.err).toContain('is not the order');
    const second = await place.start();
    await aRoom(second.as(await place.ownerToken()));
    expect((await owner.get('/rooms')).body.meta.total).toBe(2);
  });
});
