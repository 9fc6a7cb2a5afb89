import { afterEach, describe, expect, test } from '@jest/globals';
import { type KeyUnwrapper, Strongroom, StrongroomError, type WrappedDataKey } from '@strongroom/client';
import { networkOf } from '../src/content/settings.ts';
import { patientUnwrapper } from '../src/keys/patient-unwrapper.ts';
import { failureOf } from './failure.ts';
import { giving, type StandIn, standIn } from './service-stand-in.ts';
import { notedTime, recordedWaits } from './waits.ts';

let service: StandIn | undefined;
afterEach(() => service?.end());

const HOUR_MS = 3_600_000;
const SHARE = { id: 's', url: `https://rooms.example.com/api/v1/shares/by-token/srl_${'A'.repeat(49)}` };
const limit = (retryAfter: number): StrongroomError =>
  new StrongroomError('RATE_LIMIT_EXCEEDED', { status: 429, retryAfter });

/** A client whose key service answers so, and whose room service numbers its grants. */
async function meeting(answers: readonly (Error | 'key')[], keyWaiting?: number) {
  const asked: WrappedDataKey[] = [];
  let grants = 0;
  service = await standIn(({ path }) =>
    path.endsWith('/key-grant')
      ? giving({ file_id: 'f', wrapped_dek: 'w', kms_key_id: 'k', wrapped_dek_aad: null, key_grant: `g${++grants}` })
      : giving(SHARE),
  );
  const unwrap: KeyUnwrapper = {
    client: async () => 'thumbprint',
    unwrap: async (wrapped) => {
      asked.push(wrapped);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer instanceof Error) throw answer;
      return new Uint8Array(32).fill(7);
    },
  };
  const { time, pauses } = notedTime();
  const { onWait, reported } = recordedWaits();
  const client = new Strongroom({ url: service.url, token: 'srt_secret', unwrap, time, onWait, keyWaiting });
  const grantsAsked = () => asked.map(({ grant, op }) => `${op} ${grant}`);
  return { share: () => client.shareWithKey('f', { expires_in: 60 }), pauses, reported, grantsAsked };
}

describe('a key service that asks to wait', () => {
  test('is asked again after that time, with a fresh grant, and the wait is reported', async () => {
    const { share, pauses, reported, grantsAsked } = await meeting([limit(3600), limit(10), 'key']);
    expect((await share()).url).toContain('#');
    expect(pauses).toEqual([HOUR_MS, 10_000]);
    expect(grantsAsked()).toEqual(['export g1', 'export g2', 'export g3']);
    const wait = { code: 'RATE_LIMIT_EXCEEDED', for: 'key-service' };
    expect(reported).toEqual([
      { ...wait, milliseconds: HOUR_MS, until: new Date(HOUR_MS) },
      { ...wait, milliseconds: 10_000, until: new Date(10_000) },
    ]);
  });

  test('is not waited for beyond the maximum', async () => {
    const { share, pauses, reported } = await meeting([limit(3600)], HOUR_MS - 1);
    expect(await failureOf(share())).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 3600 });
    expect([pauses, reported]).toEqual([[], []]);
  });

  test('is waited for at most a little longer than an hour, all waits together', async () => {
    const { share, pauses } = await meeting([limit(3000), limit(900), limit(101)]);
    expect(await failureOf(share())).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 101 });
    expect(pauses).toEqual([3_000_000, 900_000]);
  });

  test('is not asked again where it names no time', async () => {
    const { share, grantsAsked } = await meeting([new StrongroomError('RATE_LIMIT_EXCEEDED', { status: 429 })]);
    expect((await failureOf(share())).code).toBe('RATE_LIMIT_EXCEEDED');
    expect(grantsAsked()).toEqual(['export g1']);
  });
});

test.each(['GRANT_EXPIRED', 'GRANT_INVALID'])('a grant is renewed once after %s', async (code) => {
  const ended = new StrongroomError(code, { status: 403 });
  const once = await meeting([ended, 'key']);
  await once.share();
  expect([once.pauses, once.grantsAsked()]).toEqual([[], ['export g1', 'export g2']]);
  await service?.end();
  const always = await meeting([ended]);
  expect((await failureOf(always.share())).code).toBe(code);
  expect(always.grantsAsked()).toHaveLength(2);
});

test('a request that the key service refuses for another reason is not repeated', async () => {
  const { share, grantsAsked } = await meeting([new StrongroomError('POLICY_DENIED', { status: 403 })]);
  expect((await failureOf(share())).code).toBe('POLICY_DENIED');
  expect(grantsAsked()).toEqual(['export g1']);
});

test('a hidden key is waited for in the same way', async () => {
  const asked: (string | null | undefined)[] = [];
  service = await standIn(({ path }) =>
    path.endsWith('/key-grant')
      ? giving({ file_id: 'f', wrapped_dek: 'w', kms_key_id: 'k', wrapped_dek_aad: null, key_grant: 'g2' })
      : giving({ code: 'no file' }),
  );
  const { time } = notedTime();
  const unwrap: KeyUnwrapper = {
    client: async () => 'thumbprint',
    unwrap: () => Promise.reject(new Error('asked for bytes')),
    unwrapHidden: async ({ grant }) => {
      asked.push(grant);
      if (asked.length === 1) throw limit(10);
      return crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['decrypt']);
    },
  };
  const { files } = new Strongroom({ url: service.url, token: 'srt_secret', time });
  const patient = patientUnwrapper(unwrap, files, networkOf({ time }));
  const wrapped = { wrappedDek: 'w', kmsKeyId: 'k', aad: null, fileId: 'f', op: 'open', grant: 'g1' } as const;
  expect((await patient.unwrapHidden?.(wrapped))?.extractable).toBe(false);
  expect(asked).toEqual(['g1', 'g2']);
});
