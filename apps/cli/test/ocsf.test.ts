import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '@strongroom/client';
import { EVENTS } from '@strongroom/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { ocsfOf } from '../src/audit-tail/ocsf.ts';

const ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
const CLASSES: Readonly<Record<number, string>> = {
  3001: 'account_change',
  3002: 'authentication',
  6003: 'api_activity',
  6006: 'file_hosting',
};

/** The published schema of four classes, without the objects that no line has. */
const SCHEMAS = JSON.parse(readFileSync(new URL('ocsf-1.2.0.json', import.meta.url), 'utf8')) as Record<string, object>;
const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
const VALIDATORS = Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)]));

function faultsOf(line: Readonly<Record<string, unknown>>): unknown {
  const validate = VALIDATORS[CLASSES[Number(line['class_uid'])] ?? ''];
  if (validate === undefined) return `no class ${String(line['class_uid'])}`;
  return validate(JSON.parse(JSON.stringify(line))) ? [] : validate.errors;
}

const TYPES = Object.keys(EVENTS) as readonly AuditEvent['type'][];
const ACTORS = [
  { type: 'user', id: ID, token_id: ID },
  { type: 'user', id: ID },
  { type: 'share', id: ID, token_id: null },
  { type: 'system', id: null, token_id: null },
] as const;
const TARGETS = ['room', 'file', 'share', 'user', 'session', 'organisation'] as const;
const REQUESTS = [{ id: ID, ip: '2001:db8::1' }, { id: ID, ip: '' }, null, undefined] as const;

const anEvent = (type: AuditEvent['type'], of: Partial<AuditEvent> = {}): AuditEvent => ({
  id: ID,
  seq: 7,
  type,
  outcome: type.startsWith('access.deni') ? 'denied' : 'allowed',
  rule: type === 'access.denied' ? 'cleared-for-room' : null,
  occurred_at: '2027-01-31T08:00:00Z',
  actor: ACTORS[0],
  target: { type: 'room', id: ID, room_id: ID, label: 'C2' },
  request: REQUESTS[0],
  data: {},
  ...of,
});

test('every type of event, by any actor and about any target, is a valid line of OCSF 1.2.0', () => {
  for (const type of TYPES)
    for (const actor of ACTORS)
      for (const [at, target] of TARGETS.entries()) {
        const request = REQUESTS[at % REQUESTS.length];
        const about = { type: target, id: ID, room_id: null, label: null };
        const event = anEvent(type, { actor, target: about, data: { file_id: ID, action: 'room.get' } });
        const { request: _, ...without } = event;
        const line = ocsfOf(request === undefined ? without : { ...event, request });
        expect([type, actor.type, target, faultsOf(line)]).toEqual([type, actor.type, target, []]);
      }
});

test('each event has the class and activity of its action', () => {
  const of = (type: AuditEvent['type'], target: 'user' | 'file' | 'room' | 'session') => {
    const line = ocsfOf(anEvent(type, { target: { type: target, id: ID, room_id: null, label: null } }));
    return [line['class_uid'], line['activity_id'], line['type_uid'], line['status_id']];
  };
  expect(of('session.started', 'session')).toEqual([3002, 1, 300_201, 1]);
  expect(of('user.deactivated', 'user')).toEqual([3001, 5, 300_105, 1]);
  expect(of('user.second_factor_reset', 'user')).toEqual([3001, 11, 300_111, 1]);
  expect(of('file.downloaded', 'file')).toEqual([6006, 2, 600_602, 1]);
  expect(of('room.created', 'room')).toEqual([6003, 1, 600_301, 1]);
  expect(of('access.denied', 'room')).toEqual([6003, 99, 600_399, 2]);
});

test('the schema refuses a line without its actor, with an unknown field or with a wrong address', () => {
  const line = ocsfOf(anEvent('room.created'));
  const { actor: _, ...without } = line;
  for (const wrong of [without, { ...line, colour: 1 }, { ...line, src_endpoint: { ip: 'here' } }])
    expect(faultsOf(wrong)).not.toEqual([]);
});
