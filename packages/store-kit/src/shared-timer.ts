import { type LiveMember, LiveSet } from './live-set.ts';
import { type Timers } from './timers.ts';

/** A moment at which something is called, unless it is removed before. */
export type Alarm = LiveMember &
  Readonly<{
    /** Time of the timers. */
    due: number;
    onDue: () => void;
  }>;

/** A timer may run early by less than this many milliseconds. */
const EARLY_MS = 1;

/** Many alarms with one timer. A timer for each takes about as long as all else that a guard does for a call. */
export class SharedTimer {
  readonly #timers: Timers;
  readonly #alarms = new LiveSet<Alarm>();
  #setFor = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(alarm: Alarm): void {
    this.#alarms.add(alarm);
    if (alarm.due < this.#setFor) this.#set(alarm.due);
  }

  /** False if it was called or removed before. Without alarms no timer is left, which would keep the process alive. */
  remove(alarm: Alarm): boolean {
    const isThere = this.#alarms.delete(alarm);
    if (isThere && this.#alarms.size === 0) this.#unset();
    return isThere;
  }

  #set(due: number): void {
    this.#cancel?.();
    this.#setFor = due;
    this.#cancel = this.#timers.after(Math.max(0, due - this.#timers.now()), () => this.#ring());
  }

  #unset(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#setFor = Number.POSITIVE_INFINITY;
  }

  /** The alarm that the timer was set for may have been removed since. */
  #ring(): void {
    this.#unset();
    const now = this.#timers.now() + EARLY_MS;
    const due = [...this.#alarms].filter((alarm) => alarm.due < now);
    for (const alarm of due) this.#alarms.delete(alarm);
    let next = Number.POSITIVE_INFINITY;
    for (const alarm of this.#alarms) next = Math.min(next, alarm.due);
    if (next < Number.POSITIVE_INFINITY) this.#set(next);
    for (const alarm of due) alarm.onDue();
  }
}
