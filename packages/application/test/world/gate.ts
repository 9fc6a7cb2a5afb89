import type { Around, PortCall } from './intercepted.ts';

/** Holds back calls at a chosen point, so that something else happens in between. */
export class Gate {
  #isHeld: (call: PortCall) => boolean = () => false;
  #arrived: (() => void)[] = [];
  #held: (() => void)[] = [];

  /** Wraps the ports. */
  readonly around: Around = async (call, proceed) => {
    if (this.#isHeld(call)) {
      await new Promise<void>((resolve) => {
        this.#held.push(resolve);
        for (const notice of this.#arrived.splice(0)) notice();
      });
    }
    return proceed();
  };

  /** Lets such calls wait. Resolves when the first one does. */
  hold(isHeld: (call: PortCall) => boolean): Promise<void> {
    this.#isHeld = isHeld;
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  /** Lets all waiting callers continue. */
  open(): void {
    this.#isHeld = () => false;
    for (const go of this.#held.splice(0)) go();
  }
}

export const commits = ({ port, method }: PortCall): boolean => port === 'documents' && method === 'commit';
