import { describe, expect, test } from '@jest/globals';
import { changesOf, eventsIn } from '../world/faulty-documents.ts';
import { commits } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { codeOf } from '../world/refusals.ts';
import { another, openWorld } from '../world/world.ts';
import { ENDS, REQUESTS, type Request, setting } from './requests-under-way.ts';

const world = await openWorld();

const isRequest = (name: string): name is Request => name in REQUESTS;

const CASES = Object.entries(ENDS).flatMap(([name, [, refusals]]) =>
  Object.entries(refusals).flatMap(([request, refusal]) =>
    isRequest(request) ? [[request, name, refusal] as const] : [],
  ),
);

/** The act happens before the request's port call number `at`. */
async function endedAt(at: number, request: Request, end: string) {
  const found = await setting(world);
  let calls = 0;
  let endedBefore: string | undefined;
  const stored: string[] = [];
  const other = await another(
    world,
    intercepted(world.ports, async (call, proceed) => {
      if (calls++ === at) {
        endedBefore = call.method;
        await ENDS[end]?.[0](world, found);
      }
      const answer = await proceed();
      if (endedBefore !== undefined && commits(call))
        stored.push(JSON.stringify([changesOf(call.args), eventsIn(call.args)]));
      return answer;
    }),
  );
  const code = await codeOf(REQUESTS[request](other, found));
  return { endedBefore, code, stored };
}

/** Whether the request stored changes afterwards. A recorded refusal does not count. */
const kindOf = (stored: readonly string[]): string => {
  if (stored.length === 0) return 'nothing';
  return stored.every((commit) => commit.includes('"outcome":"denied"')) ? 'nothing' : 'something';
};

describe('a request under way stores nothing but its refusal', () => {
  test.each(CASES)('%s after %s', async (request, end, refusal) => {
    const outcomes: string[] = [];
    for (let at = 0; outcomes.at(-1)?.startsWith('never') !== true; at++) {
      const { endedBefore, code, stored } = await endedAt(at, request, end);
      outcomes.push(`${endedBefore ?? 'never'}: ${code}, ${kindOf(stored)}`);
    }
    expect(outcomes.pop()).toBe('never: done, nothing');
    // The commit of a download expects nothing: a decision made before is recorded and answered.
    const atCommit = request === 'download' ? 'commit: done, something' : `commit: ${refusal}, nothing`;
    expect(outcomes.pop()).toBe(atCommit);
    expect(outcomes.length).toBeGreaterThan(1);
    for (const outcome of outcomes) expect(outcome).toContain(`: ${refusal}, nothing`);
  });
});
