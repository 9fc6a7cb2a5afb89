import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Refused } from './connection.ts';
import { type Answer, OPERATIONS, SCALED, SIZED } from './operations.ts';
import type { World } from './world.ts';

/** A task of the measuring process. Milliseconds. */
export type Task = Readonly<{
  port: number;
  operation: string;
  connections: number;
  milliseconds: number;
  most?: number;
}>;
/** The result of a task. Milliseconds. `refused`: the statuses 429 and 503 of answers that are none of the requests. */
export type Outcome =
  | Readonly<{ requests: number; refused: readonly string[]; milliseconds: number; latencies: readonly number[] }>
  | { error: string };

let world: World | undefined;
/** Prepared state and number of calls, by server and operation. */
const known = new Map<string, { prepared: string; called: number }>();

async function measure({ port, operation: name, connections, milliseconds, most = Infinity }: Task): Promise<Outcome> {
  const operation = [...OPERATIONS, ...SIZED, ...SCALED].find((one) => one.name === name);
  if (operation === undefined || world === undefined) throw new TypeError(`there is no operation ${name}`);
  const here = world;
  const callers = operation.callers?.(here) ?? [here.token];
  const length = Math.min(connections, operation.connections ?? connections);
  const open = Array.from({ length }, (_, at) => new Connection(port, callers[at % callers.length] ?? ''));
  try {
    const id = `${port} ${name}`;
    const first = open[0];
    const state = known.get(id) ?? {
      prepared: first ? ((await operation.prepare?.((...sent) => patiently(first, ...sent), here)) ?? '') : '',
      called: 0,
    };
    known.set(id, state);
    const latencies: number[] = [];
    const began = performance.now();
    const until = began + milliseconds;
    let left = most;
    const refused: string[] = [];
    await Promise.all(
      open.map(async (connection) => {
        const call = connection.call.bind(connection);
        while (performance.now() < until && left > 0) {
          left -= 1;
          const sent = performance.now();
          try {
            await operation.run(call, here, state.called++, state.prepared);
            latencies.push(performance.now() - sent);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            refused.push(error.status);
            left += 1;
            await pause(Math.max(0, Math.min(error.retryAfterMs, until - performance.now())));
          }
        }
      }),
    );
    return { requests: latencies.length, refused, milliseconds: performance.now() - began, latencies };
  } finally {
    for (const connection of open) connection.close();
  }
}

/** One request, again after each refusal. */
async function patiently(connection: Connection, ...sent: Parameters<Connection['call']>): Promise<Answer> {
  for (;;)
    try {
      return await connection.call(...sent);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await pause(error.retryAfterMs);
    }
}

process.on('message', (message: { world: World } | { task: Task }) => {
  if ('world' in message) {
    world = message.world;
    known.clear();
    return;
  }
  measure(message.task).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
