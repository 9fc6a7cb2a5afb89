import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES } from '../activity/event-words.ts';
import { eventFamilies } from './event-families.ts';

const typesOf = (isOfRoom: boolean) => eventFamilies(isOfRoom).flatMap(({ types }) => types);

describe('the events of a webhook', () => {
  test('are all types of the log, each once, for the organisation', () => {
    expect(typesOf(false).toSorted()).toEqual(EVENT_TYPES);
  });

  test('leave out those that belong to no room, for a room', () => {
    const types = typesOf(true);
    expect(types).toEqual(
      expect.arrayContaining(['file.confirmed', 'member.added', 'share.redeemed', 'webhook.edited']),
    );
    expect(types.filter((type) => /^(user|org_unit|session|token|log|audit)\./.test(type))).toEqual([]);
  });

  test('are never an empty group', () => {
    expect(eventFamilies(false).filter(({ types }) => types.length === 0)).toEqual([]);
  });
});
