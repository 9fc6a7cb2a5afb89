import type { AuditEvent } from '@strongroom/domain';
import type { Change, StoredDocument } from '@strongroom/ports';
import { events } from '../../src/store/events.ts';
import { changesOf } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import type { PortCall } from '../world/intercepted.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HASH = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** A call as seen by an observer of the amount and order of work, without its content. */
export function shapeOf(call: PortCall): unknown {
  const what = `${call.port}.${call.method}`;
  if (commits(call)) return { [what]: changesOf(call.args).map(shapeOfChange) };
  return { [what]: withoutIds(call.args) };
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(ID, 'id').replaceAll(HASH, 'hash')) as unknown;

function shapeOfChange(change: Change): unknown {
  if (change.collection !== events.name || !('insert' in change)) return withoutIds(change);
  return { collection: change.collection, insert: shapeOfEvent(change.insert) };
}

/** Of a denial counts how many rows it makes, and how long it is but for its room, its label and the rule. */
function shapeOfEvent({ keys, uniqueKeys, body, ...document }: StoredDocument): unknown {
  const { rule, target, ...rest } = body as unknown as AuditEvent;
  return withoutIds({
    ...document,
    keys: keys.length,
    distinctKeys: new Set(keys).size,
    uniqueKeys: uniqueKeys.length,
    rule: typeof rule,
    body: { ...rest, occurredAt: 'then', target: { type: target.type, id: target.id } },
    position: 'then',
  });
}
