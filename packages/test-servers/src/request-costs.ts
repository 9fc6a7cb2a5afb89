import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';

/** A request as it is sent. `from`: the address of its caller; a fresh one by default, as each has a limit. */
export type MeasuredRequest = Readonly<{
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  from?: string;
}>;

/** Requests of one operation that all end in the same way. */
export type CostRow = Readonly<{
  operation: string;
  /** Undefined for the accepted ones. */
  refusal?: string;
  status: number;
  requests: readonly MeasuredRequest[];
  /** Sent before, and not measured. */
  before?: readonly MeasuredRequest[];
}>;

export type Cost = Readonly<{ operation: string; refusal: string | undefined; microseconds: number }>;

const WARM_UP = 5;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let addresses = 0;

/** A service in a process of its own, whose processor time is that of nothing else. */
type Measured = Readonly<{ url: string; pid: number }>;

/**
 * Sends the requests of a row, each of which must be answered with its status, and returns the cost of one of them. The median is
 * taken: a job, a collection of garbage or a compilation beside a few of them is not a cost of the others.
 */
export async function costOf(service: Measured, row: CostRow): Promise<Cost> {
  const { operation, refusal, status, requests, before = [] } = row;
  const sendAll = async (some: readonly MeasuredRequest[], expected?: number): Promise<void> => {
    for (const sent of some) {
      const got = await send(service, sent);
      if (expected !== undefined && got.status !== expected)
        throw new Error(
          `${sent.method} ${sent.path} answered ${got.status}, not ${expected} (${refusal ?? 'accepted'}): ${got.text.slice(0, 300)}`,
        );
    }
  };
  await sendAll(before);
  await sendAll(requests.slice(0, WARM_UP), status);
  const nanoseconds: number[] = [];
  for (const sent of requests.slice(WARM_UP)) {
    const begun = processorTime(service.pid);
    await sendAll([sent], status);
    nanoseconds.push(processorTime(service.pid) - begun);
  }
  return { operation, refusal, microseconds: median(nanoseconds) / 1000 };
}

function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new TypeError('a row has no request that is measured');
  return middle;
}

/** Closes the connection that all requests use. */
export const endRequests = (): void => agent.destroy();

/** Nanoseconds of processor time of all threads. */
function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    0,
  );
}

function send({ url }: Measured, { method, path, headers, body, from }: MeasuredRequest) {
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

/** Requests of a row. */
export const repeatRequest = (count: number, make: (index: number) => MeasuredRequest): readonly MeasuredRequest[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** One line for each row, with the ratio to the accepted request of the same operation. */
function tableOf(costs: readonly Cost[]): string {
  return costs
    .map(({ operation, refusal = 'accepted', microseconds }, index) => {
      const ratio = ratioOf(costs, index);
      const inAccepted = ratio === undefined ? '' : `${ratio.toFixed(2)} ×`;
      return `${operation.padEnd(34)} ${refusal.padEnd(44)} ${Math.round(microseconds).toString().padStart(7)} µs ${inAccepted.padStart(8)}`;
    })
    .join('\n');
}

/** The cost of a refused request in accepted ones; undefined for an accepted one. */
function ratioOf(costs: readonly Cost[], index: number): number | undefined {
  const cost = costs[index];
  if (cost?.refusal === undefined) return undefined;
  const accepted = costs.find(({ operation, refusal }) => operation === cost.operation && refusal === undefined);
  if (accepted === undefined) throw new Error(`${cost.operation} has no accepted request`);
  return cost.microseconds / accepted.microseconds;
}

/** Prints the table, and returns the rows that cost more than `maxRatio` accepted requests of their operation. */
export function tooCostly(costs: readonly Cost[], maxRatio: number): readonly string[] {
  process.stdout.write(`\n${tableOf(costs)}\n`);
  return costs
    .filter((_, index) => (ratioOf(costs, index) ?? 0) > maxRatio)
    .map(({ operation, refusal }) => `${operation}: ${refusal}`);
}
