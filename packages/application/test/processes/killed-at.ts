import { kill, pid } from 'node:process';
import type { Around } from '../world/intercepted.ts';

/** Counts calls while `isCounting`, and kills this process before or after the n-th; never without a number. */
export class KilledAt {
  calls = 0;
  isCounting = false;
  readonly #at: number;
  readonly #moment: string;

  constructor(at: string, moment: string) {
    this.#at = Number(at);
    this.#moment = moment;
  }

  readonly around: Around = async (_, proceed) => {
    const isLast = this.isCounting && ++this.calls === this.#at;
    if (isLast && this.#moment === 'before') kill(pid, 'SIGKILL');
    try {
      return await proceed();
    } finally {
      // Also after a call that failed, as by a conflict: it would be killed at no other one.
      if (isLast) kill(pid, 'SIGKILL');
    }
  };
}
