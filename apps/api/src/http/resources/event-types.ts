import { defineValue, EVENTS, type EventType, type Value } from '@strongroom/domain';

const isType = (input: unknown): input is EventType => typeof input === 'string' && Object.hasOwn(EVENTS, input);

/** Types of events as answers show them. */
export const EventTypes: Value<readonly EventType[] | null> = defineValue({
  name: 'EventTypes',
  description: 'The types of events that it gets; null for all of them.',
  schema: { anyOf: [{ type: 'array', items: { type: 'string', enum: Object.keys(EVENTS) } }, { type: 'null' }] },
  check: (input) => (input === null || Array.isArray(input) ? undefined : 'must be a list of types or null'),
});

/** A type of event in a body. */
export const EventTypeName: Value<EventType> = defineValue({
  name: 'EventTypeName',
  description: 'A type of event.',
  schema: { type: 'string', enum: Object.keys(EVENTS) },
  rule: 'one_of',
  check: (input) => (isType(input) ? undefined : 'must be a known type of event'),
});
