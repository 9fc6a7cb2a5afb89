import { expect } from '@jest/globals';
import { FirstBidder } from './first-bidder.ts';
import { OtherBidders } from './other-bidders.ts';
import { READS } from './reads.ts';
import { Draw, Side } from './side.ts';
import { fill } from './stage.ts';

const READS_EACH = 3;
/** Kinds of answers: how often each act was let through. */
type Tally = Record<string, number>;

/**
 * Lives a random history in two services, in one of which other bidders act too. Each answer to the first bidder is compared, byte
 * by byte after ids and times, and so are their mails. The rooms of odd seeds have
 * index numbers. Returns how often each act succeeded.
 */
export async function live(seed: number, bidders: number, steps: number): Promise<Tally> {
  const draw = new Draw(seed);
  const [both, twin] = [await Side.start(), await Side.start()];
  try {
    const done: Tally = {};
    const count = (name: string, statuses: readonly number[]) => {
      done[name] = (done[name] ?? 0) + (statuses.length > 0 && statuses.every((status) => status < 300) ? 1 : 0);
    };
    for (const side of [both, twin]) await fill(side, seed % 2 === 0 ? 'none' : 'fixed');
    const others = await OtherBidders.join(both, draw, bidders);
    const first = new FirstBidder(twin, draw, others);
    const trace: string[] = [];
    const compare = async (name: string, ask: (side: Side) => Promise<readonly string[]>) => {
      const answers = [await ask(both), await ask(twin)];
      expect({ seed, after: trace.slice(-12), name, answers: answers[0] }).toEqual({
        seed,
        after: trace.slice(-12),
        name,
        answers: answers[1],
      });
    };
    const readSome = async (reads: typeof READS) => {
      for (const { name, ask } of reads)
        for (const by of ['ann', 'ava'] as const)
          await compare(name, async (side) => [side.bare(await ask(side, side.people[by].caller))]);
    };
    for (let step = 0; step < steps; step++) {
      const turn = draw.below(5);
      if (turn < 2) {
        const [name, answers] = await others.act();
        trace.push(`other: ${name}`);
        count(`other: ${name}`, [200, ...answers.map(({ status }) => status)]);
      } else {
        const { name, by, run } = turn === 2 ? first.actOfOwner() : first.act();
        trace.push(`${by}: ${name}`);
        await compare(name, async (side) => {
          const answers = await run(side);
          if (side === both)
            count(
              name,
              answers.map(({ status }) => status),
            );
          return by === 'owner' ? answers.map(({ status }) => String(status)) : answers.map((one) => side.bare(one));
        });
      }
      await readSome(Array.from({ length: READS_EACH }, () => draw.of(READS)));
    }
    await readSome(READS);
    expect(await both.mails()).toEqual(await twin.mails());
    return done;
  } finally {
    for (const side of [both, twin]) await side.world.stop();
  }
}
