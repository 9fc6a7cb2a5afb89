import { expect } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import type { CloudKms } from '../src/index.ts';
import { type Answer, CORRUPTIONS } from './corrupted.ts';
import type { KmsServer } from './server/kms-server.ts';
import { A_FILE, failureOf } from './setting.ts';

/** Pseudo-random numbers, the same in every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Few, because a try has 1.5 s, and on a busy machine the server of this process answers many at once too late. */
const AT_ONCE = 8;

/**
 * Wraps until `answers` answers were corrupted in this one way. Expects that no key was returned, and that no wrapping
 * sent a fourth request.
 */
export async function expectRefusals(
  { server, vault, key }: Readonly<{ server: KmsServer; vault: CloudKms; key: KmsKeyId }>,
  kind: string,
  answers: number,
): Promise<number> {
  const corruption = CORRUPTIONS[kind];
  if (corruption === undefined) throw new TypeError(`nobody knows how ${kind}`);
  const roll = dice(answers);
  const before = server.count('encrypt');
  const corruptedSoFar = (): number => server.count('encrypt') - before;
  server.meddling = async (method, answer, { plaintext }) => {
    const right = answer();
    return method === 'encrypt'
      ? { ...right, ...corruption(right as Answer, plaintext ?? Buffer.alloc(0), roll) }
      : right;
  };
  for (let wraps = 0; corruptedSoFar() < answers; ) {
    const more = Math.min(AT_ONCE, Math.ceil((answers - corruptedSoFar()) / 3));
    const failures = await Promise.all(
      Array.from({ length: more }, () => failureOf(vault.wrapNewDataKey(key, A_FILE))),
    );
    wraps += more;
    expect(failures.map(({ code }) => code)).toEqual(failures.map(() => 'CORRUPTED'));
    expect(corruptedSoFar()).toBe(3 * wraps);
  }
  return corruptedSoFar();
}
