import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_LABELS,
  KEY_ERRORS,
  type KeyPerson,
  type Label,
  PROOF_MODES,
  type ProofMode,
  RELEASE_POLICY,
  type ReleaseFacts,
  refusedBy,
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

/** Every combination of facts. */
function* everySituation(): Generator<ReleaseFacts> {
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
  return null;
}

describe('the release policy', () => {
  test.each(PROOF_MODES)('decides every situation as designed in the mode %s', (mode) => {
    const wrong: unknown[] = [];
    const counts = { released: 0, refused: 0 };
    for (const facts of everySituation()) {
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

  test('refuses a room whose highest label is no label any more', () => {
    const known = { subject: 'user', granted: ANNA, proven: ANNA, scheme: DEFAULT_LABELS, linkLabel: null } as const;
    const facts = { ...known, label: 'C4', roomLabel: 'C4', highestRoomLabel: 'C9' as Label };
    for (const mode of PROOF_MODES) expect(refusedBy(mode, facts)?.id).toBe('room-label-kept');
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
