import { type Requester, Unavailable } from '@strongroom/ports';

type Waiting = Requester & Readonly<{ proceed: () => void; refuse: (error: Error) => void }>;
type Level = keyof Requester;

/**
 * Waiting calls take turns: by wide network, then by narrow network within it, then by arrival. A network holds at most a
 * quarter of the queue; in a full queue the last call of the longest line is dropped for a call of a shorter line.
 */
export class FairQueue {
  readonly #most: number;
  #waiting: Waiting[] = [];
  #turns = 0;
  /** When each waiting network had its last turn, or joined. */
  readonly #lastTurn: Readonly<Record<Level, Map<string, number>>> = { wide: new Map(), narrow: new Map() };

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves at the requester's turn. Rejects with Unavailable if the queue is full or the call is dropped. */
  join(requester: Requester): Promise<void> {
    const dropped = this.#dropped(requester);
    if (dropped === 'newcomer') return Promise.reject(new Unavailable('passwords'));
    return new Promise<void>((proceed, refuse) => {
      this.#waiting.push({ ...requester, proceed, refuse });
      for (const level of ['wide', 'narrow'] as const)
        if (!this.#lastTurn[level].has(requester[level])) this.#lastTurn[level].set(requester[level], ++this.#turns);
      if (dropped) {
        this.#leave(dropped);
        dropped.refuse(new Unavailable('passwords'));
      }
    });
  }

  /** Lets the next call proceed. Returns false if none waits. */
  next(): boolean {
    const first = this.#waiting.toSorted((a, b) => this.#order('wide', a, b) || this.#order('narrow', a, b))[0];
    if (first === undefined) return false;
    this.#lastTurn.wide.set(first.wide, ++this.#turns);
    this.#lastTurn.narrow.set(first.narrow, this.#turns);
    this.#leave(first);
    first.proceed();
    return true;
  }

  #order(level: Level, a: Waiting, b: Waiting): number {
    const turns = this.#lastTurn[level];
    return (turns.get(a[level]) ?? 0) - (turns.get(b[level]) ?? 0);
  }

  /** The call to drop for a new one: none while there is room, the new one if no other line is longer. */
  #dropped(newcomer: Requester): Waiting | 'newcomer' | undefined {
    const quarter = this.#most / 4;
    const own = this.#waiting.filter(({ wide }) => wide === newcomer.wide);
    if (own.length >= quarter) return lastOfLongest(own, 'narrow', newcomer) ?? 'newcomer';
    if (this.#waiting.length < this.#most) return undefined;
    const victim = lastOfLongest(this.#waiting, 'wide', newcomer);
    if (victim === undefined) return 'newcomer';
    const line = this.#waiting.filter(({ wide }) => wide === victim.wide);
    return lastOfLongest(line, 'narrow', newcomer, 0) ?? victim;
  }

  #leave(gone: Waiting): void {
    this.#waiting = this.#waiting.filter((known) => known !== gone);
    for (const level of ['wide', 'narrow'] as const)
      if (!this.#waiting.some((known) => known[level] === gone[level])) this.#lastTurn[level].delete(gone[level]);
  }
}

/** The last call of the longest line, if that line stays at least as long as the new call's line. */
function lastOfLongest(
  waiting: readonly Waiting[],
  level: Level,
  newcomer: Requester,
  own = waiting.filter((known) => known[level] === newcomer[level]).length,
): Waiting | undefined {
  const lines = new Map<string, Waiting[]>();
  for (const known of waiting) lines.set(known[level], [...(lines.get(known[level]) ?? []), known]);
  const longest = [...lines.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.length > own + 1 ? longest.at(-1) : undefined;
}
