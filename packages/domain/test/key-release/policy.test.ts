import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_LABELS,
  instant,
  KEY_ERRORS,
  type KeyPerson,
  type Label,
  PROOF_MODES,
  type ProofMode,
  RELEASE_POLICY,
  type ReleaseConditions,
  type ReleaseFacts,
  refusedBy,
  type WallClocks,
  wallClocks,
} from '../../src/index.ts';

const ANNA: KeyPerson = { iss: 'https://keys.example', id: 'anna' };
const PEOPLE: readonly (KeyPerson | null)[] = [
  null,
  ANNA,
  { iss: ANNA.iss, id: 'bob' },
  { iss: 'https://other.example', id: 'anna' },
];
const LABELS = ['C1', 'C2', 'C3', 'C4', 'C9', ''];
const LIMITS = [null, ...DEFAULT_LABELS.map(({ label }) => label)];

const MONDAY = instant(Date.UTC(2026, 10, 23, 12, 0));
const NOON: WallClocks = wallClocks(MONDAY);
const NEXT_DAY: WallClocks = wallClocks(instant(MONDAY + 86_400_000));
const MFA: ReleaseConditions = [
  { label: 'C2', acr: ['mfa', 'key'], amr: ['pwd', 'otp'], device: false, networks: [], hours: [], keysPerHour: null },
  {
    label: 'C3',
    acr: ['key'],
    amr: [],
    device: true,
    networks: [{ bytes: [10, 0, 0, 0], prefix: 8 }],
    keysPerHour: null,
    hours: [{ zone: 'UTC', days: ['mon'], from: 480, until: 1080 }],
  },
];
const CIRCUMSTANCES = [[], MFA].flatMap((conditions) =>
  [null, 'mfa', 'key'].flatMap((acr) =>
    [['pwd'], ['otp', 'pwd']].flatMap((amr) =>
      ['10.1.2.3', '192.0.2.1', 'nowhere', null].flatMap((address) =>
        [NOON, NEXT_DAY].flatMap((clocks) =>
          [false, true].map((hasDevice) => ({ conditions, acr, amr, hasDevice, address, clocks })),
        ),
      ),
    ),
  ),
);

/** Every combination of facts. */
function* everySituation(): Generator<ReleaseFacts> {
  for (const facts of everyRequest())
    yield { ...facts, conditions: [], acr: null, amr: [], hasDevice: false, address: '192.0.2.1', clocks: NOON };
}

/** Every combination of how, from where and when, for requests that are granted and proven. */
function* everyCircumstance(): Generator<ReleaseFacts> {
  for (const facts of everyRequest())
    if (facts.granted === ANNA && facts.highestRoomLabel === null)
      for (const circumstances of CIRCUMSTANCES) yield { ...facts, ...circumstances };
}

type Request = Omit<ReleaseFacts, 'conditions' | 'acr' | 'amr' | 'hasDevice' | 'address' | 'clocks'>;

function* everyRequest(): Generator<Request> {
  for (const subject of ['user', 'share'] as const)
    for (const granted of PEOPLE)
      for (const proven of PEOPLE)
        for (const label of LABELS)
          for (const roomLabel of LABELS)
            for (const highestRoomLabel of LIMITS)
              for (const linkLabel of LIMITS)
                yield {
                  subject,
                  granted,
                  proven,
                  scheme: DEFAULT_LABELS,
                  label,
                  roomLabel,
                  highestRoomLabel,
                  linkLabel,
                };
}

const rank = (label: string | null): number => (label === null ? 0 : ['C1', 'C2', 'C3', 'C4'].indexOf(label) + 1);

/** The code that the design page asks for, written without the table; null for a release. */
function expected(mode: ProofMode, facts: ReleaseFacts): string | null {
  const { subject, granted, proven, label, roomLabel, highestRoomLabel, linkLabel } = facts;
  if (mode !== 'grant') {
    if (proven === null) return 'PERSON_INVALID';
    if (subject === 'share' || granted === null) return 'PERSON_MISMATCH';
    if (`${granted.iss} ${granted.id}` !== `${proven.iss} ${proven.id}`) return 'PERSON_MISMATCH';
  }
  if (rank(label) === 0 || rank(roomLabel) === 0 || rank(label) < rank(roomLabel)) return 'POLICY_DENIED';
  if (rank(roomLabel) < rank(highestRoomLabel)) return 'POLICY_DENIED';
  if (subject === 'share' && rank(label) > rank(linkLabel)) return 'POLICY_DENIED';
  const { conditions, acr, amr, hasDevice, address, clocks } = facts;
  const level = conditions.length === 0 ? 0 : rank(label);
  if (mode === 'oidc') {
    if (level >= 2 && !(acr === 'key' || (acr === 'mfa' && level === 2))) return 'STEP_UP_REQUIRED';
    if (level >= 2 && amr.length < 2) return 'STEP_UP_REQUIRED';
    if (level >= 3 && !hasDevice) return 'DEVICE_REQUIRED';
  }
  if (level >= 3 && (address !== '10.1.2.3' || clocks !== NOON)) return 'POLICY_DENIED';
  return null;
}

describe('the release policy', () => {
  test.each(PROOF_MODES)('decides every situation as designed in the mode %s', (mode) => {
    const wrong: unknown[] = [];
    const counts = { released: 0, refused: 0 };
    for (const facts of [...everySituation(), ...everyCircumstance()]) {
      const refusal = refusedBy(mode, facts)?.refusal ?? null;
      counts[refusal === null ? 'released' : 'refused'] += 1;
      if (refusal !== expected(mode, facts) && wrong.length < 3) wrong.push({ facts, refusal });
    }
    expect(wrong).toEqual([]);
    expect(counts.released).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  });

  test('releases nothing on the word of the room service alone, but in the mode grant', () => {
    const unproven = [...everySituation()].filter(({ proven }) => proven === null);
    const released = PROOF_MODES.filter((mode) => unproven.some((facts) => refusedBy(mode, facts) === null));
    expect(released).toEqual(['grant']);
  });

  test('never allows when a rule cannot be judged', () => {
    const hostile = new Proxy({} as ReleaseFacts, {
      get: () => {
        throw new Error('no such fact');
      },
    });
    for (const mode of PROOF_MODES) expect(refusedBy(mode, hostile)).not.toBeNull();
  });

  test('refuses a mode without a row', () => {
    const [facts] = everySituation();
    if (facts === undefined) throw new Error('there is no situation');
    expect(() => refusedBy('constructor' as ProofMode, facts)).toThrow(TypeError);
  });

  test('refuses a room whose highest label is not a label any more', () => {
    const known = { subject: 'user', granted: ANNA, proven: ANNA, scheme: DEFAULT_LABELS, linkLabel: null } as const;
    const circumstances = { conditions: [], acr: null, amr: [], hasDevice: false, address: '192.0.2.1', clocks: NOON };
    const facts = { ...known, ...circumstances, label: 'C4', roomLabel: 'C4', highestRoomLabel: 'C9' as Label };
    for (const mode of PROOF_MODES) expect(refusedBy(mode, facts)?.id).toBe('room-label-kept');
  });

  test.each([
    [{ acr: 'mfa' }, 'C3', 'Files labelled C3 or higher need a stronger sign-in: acr key.'],
    [
      { acr: null },
      'C3',
      'Files labelled C2 or higher need a stronger sign-in: acr mfa or key. Files labelled C3 or higher need a stronger sign-in: acr key.',
    ],
    [{ amr: ['pwd'] }, 'C2', 'Files labelled C2 or higher need another way to sign in: amr otp.'],
    [
      { hasDevice: false },
      'C4',
      'Files labelled C3 or higher need an enrolled device of yours on top of the sign-in: ask the operator of the key service for an enrolment code for the person anna, and enrol with `strongroom devices enrol` or on the account page of the web application.',
    ],
    [
      { address: '192.0.2.1' },
      'C4',
      'Files labelled C3 or higher are opened from the networks of the policy only, and this request came from 192.0.2.1.',
    ],
    [
      { address: null },
      'C3',
      'Files labelled C3 or higher are opened from the networks of the policy only, and this request came from an address that the proxies of the key service do not say.',
    ],
    [
      { clocks: NEXT_DAY },
      'C3',
      'Files labelled C3 or higher are opened only mon 08:00–18:00 UTC (it is tue 12:00 there).',
    ],
  ])('tells what a condition asks for: %j', (changed, label, sentence) => {
    const right: ReleaseFacts = {
      subject: 'user',
      granted: ANNA,
      proven: ANNA,
      scheme: DEFAULT_LABELS,
      label,
      roomLabel: 'C1',
      highestRoomLabel: null,
      linkLabel: null,
      conditions: MFA,
      acr: 'key',
      amr: ['pwd', 'otp'],
      hasDevice: true,
      address: '10.1.2.3',
      clocks: NOON,
    };
    expect(refusedBy('oidc', right)).toBeNull();
    const facts = { ...right, ...changed };
    expect(refusedBy('oidc', facts)?.explain?.(facts)).toBe(sentence);
  });

  test('has ids of its own and codes that exist', () => {
    const rules = [...new Set(Object.values(RELEASE_POLICY).flat())];
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { text, refusal } of rules) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(KEY_ERRORS).toHaveProperty(refusal);
    }
  });
});
