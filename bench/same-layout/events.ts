import { randomUUID } from 'node:crypto';
import type { Row } from './client.ts';

type Target = Readonly<{ type: string; id: string; roomId: string }>;

export const newRow = (
  _id: string,
  position: number,
  keys: readonly string[],
  body: unknown,
  uniqueKey?: string,
): Row => ({
  _id,
  version: 1,
  schema: 1,
  position,
  keys,
  ...(uniqueKey !== undefined && { uniqueKeys: [uniqueKey] }),
  body: JSON.stringify(body),
});

/** An audit event, with the keys by which it can be listed. */
export const eventOf = (type: string, actorId: string, target: Target, data: unknown): Row => {
  const id = randomUUID();
  const at = Date.now();
  const event = { id, type, outcome: 'allowed', rule: null, occurredAt: at, actor: { type: 'user', id: actorId } };
  const keys: string[] = [];
  for (const room of ['', target.roomId])
    for (const actor of ['', actorId])
      for (const what of ['', type, 'allowed']) keys.push(`events/C2|${room}|${actor}|${what}`);
  const request = { id: randomUUID(), ip: '127.0.0.1' };
  return newRow(`events/${id}`, at, keys, { ...event, target: { ...target, label: 'C2' }, request, data });
};
