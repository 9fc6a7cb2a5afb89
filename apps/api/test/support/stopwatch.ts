import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * One persistent connection with one request at a time, each timed from its first byte to the last byte of its answer.
 */
export class Stopwatch {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #answered: (at: bigint) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => {
      const at = process.hrtime.bigint();
      this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece]);
      if (this.#received.length >= this.#wholeLength()) this.#answered(at);
    });
  }

  static async on(url: string): Promise<Stopwatch> {
    const { hostname: host, port } = new URL(url);
    const socket = connect({ host, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Stopwatch(socket);
  }

  /** Duration until the last byte of the answer, in nanoseconds, and its status. */
  async time(request: Buffer): Promise<Readonly<{ took: number; status: number }>> {
    this.#received = Buffer.alloc(0);
    const answered = new Promise<bigint>((resolve) => (this.#answered = resolve));
    const begun = process.hrtime.bigint();
    this.#socket.write(request);
    const took = Number((await answered) - begun);
    return { took, status: Number(this.#received.subarray(9, 12).toString('latin1')) };
  }

  stop(): void {
    this.#socket.destroy();
  }

  #wholeLength(): number {
    const end = this.#received.indexOf(END_OF_HEAD);
    if (end < 0) return Number.POSITIVE_INFINITY;
    const head = this.#received.subarray(0, end).toString('latin1');
    return end + END_OF_HEAD.length + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  }
}

/**
 * How well times distinguish two events: the share of pairs in which the first took longer, ties half. 0.5 is a coin
 * flip, 0 and 1 are certain (the area under the ROC curve, by the Mann-Whitney statistic).
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((took) => ({ took, isFirst: true })), ...second.map((took) => ({ took, isFirst: false }))];
  all.sort((a, b) => a.took - b.took);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.took === all[from]?.took) to++;
    const rank = (from + to + 1) / 2;
    for (let at = from; at < to; at++) if (all[at]?.isFirst === true) ranks += rank;
    from = to;
  }
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
}
