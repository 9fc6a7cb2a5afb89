import { describe, expect, test } from '@jest/globals';
import {
  ABILITIES,
  type AbilitySubject,
  type Action,
  abilities,
  type Instant,
  NOT_ABILITIES,
  plus,
  subjectOf,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import { compareAbilities, QUESTIONS } from './abilities.ts';
import { ACTIONS } from './actions.ts';

/** Actions on a whole, which ask for some part of it, and on one part. */
const OF_WHOLE_AND_PART = {
  'access.explain': ['me', 'user'],
  'access.room.explain': ['room', 'member'],
  'file.upload': ['room', 'folder'],
  'folder.access': ['room', 'folder'],
  'folder.create': ['room', 'folder'],
  'folder.delete': ['room', 'folder'],
  'folder.edit': ['room', 'folder'],
  'folder.get': ['room', 'folder'],
  'folder.structure': ['room', 'folder'],
  'org_unit.create': ['me', 'org_unit'],
  'room.members.add': ['room', 'member'],
  'room.members.remove': ['room', 'member'],
  'upload_request.create': ['room', 'folder'],
};

const subjects = Object.keys(ABILITIES) as AbilitySubject[];
const names = (subject: AbilitySubject, action: Action) => QUESTIONS.some(([s, a]) => s === subject && a === action);

describe('the table of abilities', () => {
  test('names every action of the policy table for one subject, or says why no answer names it', () => {
    const places = ACTIONS.map((action) => [action, subjects.filter((subject) => names(subject, action))] as const);
    expect(Object.fromEntries(places.filter(([, found]) => found.length > 1))).toEqual(OF_WHOLE_AND_PART);
    const unnamed = places.filter(([, found]) => found.length === 0).map(([action]) => action);
    expect(Object.keys(NOT_ABILITIES).toSorted()).toEqual(unnamed.toSorted());
  });

  test.each(subjects)('lists the actions about %s in order', (subject) => {
    expect(ABILITIES[subject]).toEqual(ABILITIES[subject].toSorted());
  });
});

/** The slow tests ask in many more. */
const SITUATIONS = 100;

describe('an answer about', () => {
  test.each(QUESTIONS)('%s names %s exactly if some request would be allowed', (subject, action) => {
    const { cases, named, wrong } = compareAbilities(subject, action, SITUATIONS);
    expect(wrong).toEqual([]);
    expect(named).toBeGreaterThan(0);
    expect(named).toBeLessThan(cases);
  });
});

describe('an external caller whose membership of a room has ended', () => {
  const labelRules = an.labelRules;
  const now = an.NOW;
  const outsider = an.aUser({ external: true, clearance: an.labelRules.roleClearances.owner });
  const colleague = an.aUser({ id: an.userId(2) });
  const room = an.aRoom();
  const at = (expiresAt: Instant) => {
    const mine = an.aMembership({ role: 'owner', expiresAt, userId: outsider.id });
    const theirs = an.aMembership({ userId: colleague.id });
    const subject = subjectOf(labelRules, outsider, null, now);
    const who = { subject, labelRules, self: outsider, room, membership: mine, now, target: colleague };
    const common = [{ room, mine, theirs }];
    return {
      room: abilities('room', { ...who, invitations: 'owners', externalOwners: 'on' }),
      file: abilities('file', { ...who, file: an.anAvailableFile() }),
      member: abilities('member', { ...who, common, member: theirs, externalOwners: 'on' }),
      user: abilities('user', { ...who, common }),
    };
  };

  test('may do nothing with the room, its files, its members or the people there', () => {
    expect(at(now)).toEqual({ room: [], file: [], member: [], user: [] });
    for (const may of Object.values(at(plus(now, 1)))) expect(may).not.toEqual([]);
  });
});
