import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { GrantClaims } from '@strongroom/domain';
import { readSettings } from '../src/config/settings.ts';
import { run } from '../src/container/commands.ts';
import { aClient, type Client, Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let client: Client;

beforeAll(async () => {
  setting = await Setting.start();
  client = aClient();
});
afterAll(() => setting.end());

/** The key service again, with other settings. */
async function restarted(settings: Readonly<Record<string, string>>): Promise<void> {
  await setting.stop();
  await setting.open(settings);
}

async function asked(wrapped: WrappedFileKey, claims: Partial<GrantClaims> = {}): Promise<string> {
  const body = {
    grant: setting.grant(wrapped, client, claims),
    wrapped_dek: wrapped.wrappedDek,
    client_key: client.jwk,
  };
  const { json } = await setting.post('/v1/unwrap', body);
  return json.error?.code ?? 'RELEASED';
}

const problemsOf = (settings: Readonly<Record<string, string>>): readonly string[] => {
  const read = readSettings(settings);
  return 'problems' in read ? read.problems : [];
};

test('a person gets 30 000 keys in an hour without a setting', () => {
  const read = readSettings(setting.environment);
  expect('settings' in read ? read.settings.keysPerHour : read.problems).toBe(30_000);
});

describe('the policy of the operator', () => {
  test.each([
    ['no file', () => join(setting.folder, 'nothing.json'), /it cannot be read/],
    ['no JSON', () => written('{'), /it is not JSON/],
    [
      'a label twice',
      () => written('{"version":1,"labels":{"C3":{"networks":["::1"]},"C\\u0033":{}}}'),
      /has "C3" twice/,
    ],
    [
      'a condition twice',
      () => written('{"version":1,"labels":{"C1":{},"C3":{"networks":["::1"],"networks" :["::2"]}}}'),
      /has "networks" twice/,
    ],
    ['a mistyped condition', () => written('{"version":1,"labels":{"C3":{"network":["::1"]}}}'), /C3 has network/],
    ['a condition that the mode cannot judge', () => setting.policy({ C3: { acr: ['mfa'] } }), /C3\.acr needs/],
  ])('keeps the key service from starting with %s', (_, make, sentence) => {
    const problems = problemsOf({ STRONGROOM_KEY_SERVICE_POLICY: make() });
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    expect(problems[0]).toMatch(/^STRONGROOM_KEY_SERVICE_POLICY: /);
  });

  test('names the network in its refusal, also for a link', async () => {
    const policy = setting.policy({ C2: { networks: ['192.0.2.0/24'] } });
    await restarted({ STRONGROOM_KEY_SERVICE_POLICY: policy, STRONGROOM_KEY_SERVICE_LINKS: 'C4' });
    const file = await setting.aFile();
    const ask = async (claims: Partial<GrantClaims>) => {
      const grant = setting.grant(file, client, claims);
      const body = { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk };
      return (await setting.post('/v1/unwrap', body)).json.error;
    };
    const sentence =
      'Files labelled C2 or higher are opened from the networks of the policy only, and this request came from 127.0.0.1.';
    expect(await ask({})).toMatchObject({ code: 'POLICY_DENIED', message: sentence });
    expect(await ask({ sub: `share:${randomUUID()}` })).toMatchObject({ code: 'POLICY_DENIED', message: sentence });
    expect(await asked(file, { label: 'C1', room_label: 'C1' })).toBe('RELEASED');
    await restarted({});
  });

  test('is shown and checked by commands', async () => {
    const hours = [{ zone: 'Europe/Berlin', days: ['mon', 'fri'], from: '07:00', until: '20:00' }];
    const policy = setting.policy({ C1: {}, C3: { networks: ['10.0.0.0/8', '2001:db8::/32'], hours } });
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const problems = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const environment = { ...setting.environment, STRONGROOM_KEY_SERVICE_POLICY: policy };
      expect(await run(['policy', 'show'], environment)).toBe(0);
      expect(printed.mock.calls.join('')).toBe(
        'C1 and higher: no condition\nC3 and higher: from 10.0.0.0/8 or 2001:db8:0:0:0:0:0:0/32; on mon, fri 07:00–20:00 Europe/Berlin\n',
      );
      expect(await run(['policy', 'check', policy], setting.environment)).toBe(0);
      expect(await run(['policy', 'check', written('{"version":2}')], setting.environment)).toBe(1);
      expect(problems.mock.calls.join('')).toMatch(/version must be 1\.\n.*labels must be an object/);
      expect(await run(['policy', 'check'], setting.environment)).toBe(1);
    } finally {
      printed.mockRestore();
      problems.mockRestore();
    }
  });

  function written(text: string): string {
    const path = join(setting.folder, 'other-policy.json');
    writeFileSync(path, text);
    return path;
  }
});

describe('a link without a key in its address', () => {
  const link = { sub: `share:${randomUUID()}` };

  test('opens nothing by default, and files up to the label of the setting with it', async () => {
    expect(await asked(await setting.aFile(), link)).toBe('POLICY_DENIED');
    await restarted({ STRONGROOM_KEY_SERVICE_LINKS: 'C2' });
    expect(await asked(await setting.aFile(), link)).toBe('RELEASED');
    expect(await asked(await setting.aFile(), { ...link, label: 'C3' })).toBe('POLICY_DENIED');
  });

  test.each([
    ['a label that there is not', { STRONGROOM_KEY_SERVICE_LINKS: 'C9' }, /must be a label of STRONGROOM_LABELS/],
    [
      'a label where people prove themselves',
      { STRONGROOM_KEY_SERVICE_LINKS: 'C1', STRONGROOM_KEY_SERVICE_PROOF: 'device' },
      /has to be none in the mode device/,
    ],
  ])('is refused as a setting with %s', (_, settings, sentence) => {
    expect(problemsOf(settings)).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('the settings of the vault', () => {
  const KMS = {
    STRONGROOM_KEYS: 'cloud-kms',
    STRONGROOM_KMS_KEY_RING: 'projects/rooms-prod/locations/europe-west3/keyRings/strongroom',
  };

  test.each([
    ['an endpoint without TLS', { STRONGROOM_KMS_ENDPOINT: 'http://kms.example.com' }, /must begin with https:/],
    ['an unknown scope of keys', { STRONGROOM_KMS_KEY_PER: 'organization' }, /must be one of room, organisation/],
    ['a key ring by its short name', { STRONGROOM_KMS_KEY_RING: 'strongroom' }, /must be the full name of a key ring/],
    ['a package without a name', { STRONGROOM_KEYS: 'module:' }, /STRONGROOM_KEYS must name a package of npm/],
    ['a label twice', { STRONGROOM_LABELS: 'C1:a,C1:b' }, /STRONGROOM_LABELS names a label twice/],
  ])('are refused as the room service refuses them: %s', (_, settings, sentence) => {
    expect(problemsOf({ ...KMS, ...settings })).toEqual([expect.stringMatching(sentence)]);
  });

  test('are read as the room service reads them', () => {
    expect(readSettings(KMS)).toMatchObject({
      settings: { keys: { kind: 'cloud-kms', keyRing: KMS.STRONGROOM_KMS_KEY_RING, scope: 'room', isBound: false } },
    });
  });

  test('name a package from outside, with the settings that it reads', () => {
    const settings = { STRONGROOM_KEYS: 'module:@acme/keys', STRONGROOM_KEYS_MODULE_REGION: ' eu-central-1 ' };
    expect(readSettings(settings)).toMatchObject({
      settings: { keys: { kind: 'module', name: '@acme/keys', settings: { REGION: 'eu-central-1' } } },
    });
  });
});

test('wrong settings stop the start with exit code 78, a line for each and without their secrets', async () => {
  const problems = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const environment = {
    STRONGROOM_KEY_SERVICE_PORT: '65536',
    STRONGROOM_KEY_SERVICE_PROOFS: 'oidc',
    STRONGROOM_KEY_SERVICE_LINKS: 'C1',
  };
  try {
    expect(await run(['serve'], environment)).toBe(78);
    const lines = problems.mock.calls.join('').trimEnd().split('\n');
    const refused = { level: 'error', service: 'keys', message: 'the key service does not start', exit_code: 78 };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { ...refused, because: 'STRONGROOM_KEY_SERVICE_PORT must be a whole number from 0 to 65535, not "65536".' },
      {
        ...refused,
        because:
          'STRONGROOM_KEY_SERVICE_PROOFS is no setting of the key service; did you mean STRONGROOM_KEY_SERVICE_PROOF?',
      },
    ]);
  } finally {
    problems.mockRestore();
  }
});
