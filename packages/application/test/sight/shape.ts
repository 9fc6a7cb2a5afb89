import type { NewEvent } from '@strongroom/domain';
import { changesOf, eventsIn } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import type { PortCall } from '../world/intercepted.ts';

/** Names of objects repeat the first digit of an id before it. */
const ID = /(?:\b[0-9a-f]-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HASH = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** A call as seen by an observer of the amount and order of work, without its content. */
export function shapeOf(call: PortCall): unknown {
  const what = `${call.port}.${call.method}`;
  if (commits(call)) return { [what]: [changesOf(call.args).map(withoutIds), eventsIn(call.args).map(shapeOfEvent)] };
  return { [what]: withoutIds(call.args) };
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(ID, 'id').replaceAll(HASH, 'hash')) as unknown;

/** The shape of a denial: its number of properties, and its length without room, label and rule. */
const shapeOfEvent = ({ rule, target, ...event }: NewEvent): unknown =>
  withoutIds({
    ...event,
    rule: typeof rule,
    target: { type: target.type, id: target.id, isLabelled: target.label !== null, isInRoom: target.roomId !== null },
    occurredAt: 'then',
  });
