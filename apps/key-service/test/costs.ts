import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { Setting } from './setting.ts';

/** A request as it is sent. `from`: the address of its caller; a fresh one by default, as each has a limit. */
export type Sent = Readonly<{
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  from?: string;
}>;

/** Requests of one operation that all end in the same way. */
export type Row = Readonly<{
  operation: string;
  /** Undefined for the accepted ones. */
  refusal?: string;
  status: number;
  requests: readonly Sent[];
  /** Sent before, and not measured. */
  before?: readonly Sent[];
}>;

export type Cost = Readonly<{ operation: string; refusal: string | undefined; microseconds: number }>;

export type Running = Readonly<{ cost: (row: Row) => Promise<Cost>; end: () => Promise<void> }>;

const WARM_UP = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let addresses = 0;

/** Runs the compiled key service of a setting in a process of its own, whose processor time is that of nothing else. */
export async function running(setting: Setting): Promise<Running> {
  await setting.stop();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/main.js'), 'serve'], {
    env: { PATH: '/usr/bin:/bin', ...setting.environment },
    stdio: 'ignore',
  });
  await setting.ready();
  const sendAll = async (requests: readonly Sent[], status?: number): Promise<void> => {
    for (const sent of requests) {
      const got = await send(setting, sent);
      if (status !== undefined && got.status !== status)
        throw new Error(`${sent.method} ${sent.path} answered ${got.status}, not ${status}: ${got.text.slice(0, 300)}`);
    }
  };
  return {
    cost: async ({ operation, refusal, status, requests, before = [] }) => {
      await sendAll(before);
      await sendAll(requests.slice(0, WARM_UP), status);
      const measured = requests.slice(WARM_UP);
      const begun = processorTime(child.pid ?? 0);
      await sendAll(measured, status);
      return { operation, refusal, microseconds: (processorTime(child.pid ?? 0) - begun) / measured.length / 1000 };
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      agent.destroy();
    },
  };
}

/** Nanoseconds of processor time of all threads. */
function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    0,
  );
}

function send({ url }: Setting, { method, path, headers, body, from }: Sent) {
  return new Promise<Readonly<{ status: number; text: string }>>((resolve, reject) => {
    addresses += 1;
    const address = from ?? `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    const all = {
      'x-forwarded-for': address,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    };
    httpRequest(`${url}${path}`, { method, agent, headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .once('error', reject)
      .end(body);
  });
}

/** One line for each row, with the ratio to the accepted request of the same operation. */
export function tableOf(costs: readonly Cost[]): string {
  return costs
    .map(({ operation, refusal = 'accepted', microseconds }, index) => {
      const ratio = ratioOf(costs, index);
      const times = ratio === undefined ? '' : `${ratio.toFixed(2)} ×`;
      return `${operation.padEnd(34)} ${refusal.padEnd(44)} ${Math.round(microseconds).toString().padStart(7)} µs ${times.padStart(8)}`;
    })
    .join('\n');
}

/** The cost of a refused request in accepted ones; undefined for an accepted one. */
export function ratioOf(costs: readonly Cost[], index: number): number | undefined {
  const cost = costs[index];
  if (cost?.refusal === undefined) return undefined;
  const accepted = costs.find(({ operation, refusal }) => operation === cost.operation && refusal === undefined);
  if (accepted === undefined) throw new Error(`${cost.operation} has no accepted request`);
  return cost.microseconds / accepted.microseconds;
}
