import type { Idempotency } from '../../src/kernel/context.ts';

let keys = 0;
/** A fresh key; `replays` counts the replayed answers. */
export function aKey(fingerprint = 'the request') {
  const key = { key: `POST /somewhere key ${++keys}`, fingerprint, replays: 0, onReplay: () => void key.replays++ };
  return key satisfies Idempotency;
}
