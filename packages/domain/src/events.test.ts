import { expect, test } from '@jest/globals';
import { EVENTS } from './events.ts';

/** Families of event types in docs/reference/events.md. */
const FAMILIES = [
  'room',
  'member',
  'file',
  'folder',
  'group',
  'share',
  'upload_request',
  'inbox',
  'user',
  'invitation',
  'org_unit',
  'token',
  'session',
  'access',
  'log',
  'audit',
  'webhook',
];

test('every event is of a family that the interface names', () => {
  for (const type of Object.keys(EVENTS)) {
    const [family, what, ...rest] = type.split('.');
    expect(FAMILIES).toContain(family);
    expect(what).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(rest).toEqual([]);
  }
});

test('every release of a wrapped key, every denial and the adoption of a room can be recorded under the name the interface gives', () => {
  for (const type of ['file.downloaded', 'share.redeemed', 'file.upload_requested', 'access.denied', 'room.adopted'])
    expect(Object.keys(EVENTS)).toContain(type);
});

test('every event has a description', () => {
  for (const text of Object.values(EVENTS)) expect(text).toMatch(/^[A-Z].*\.$/);
  expect(new Set(Object.values(EVENTS)).size).toBe(Object.keys(EVENTS).length);
});
