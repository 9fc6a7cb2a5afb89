import { type Action, decide } from '../../src/index.ts';
import { ROWS } from './rows.ts';

/** Asks about one in `step` situations of an action, after the first `from`; lists the first few whose answer differs from the interface. */
export function compare(action: Action, step = 1, from = 0) {
  let cases = 0;
  let allowed = 0;
  const wrong: string[] = [];
  ROWS[action].each(
    action,
    ({ situation, expected, facts }) => {
      const decision = decide(action, facts());
      const answer = decision.refusal ?? decision.effect;
      cases++;
      if (expected === 'allow') allowed++;
      const agrees = answer === expected && (decision.effect === 'allow') === (expected === 'allow');
      if (!agrees && wrong.length < 5) wrong.push(`${answer} instead of ${expected} in ${JSON.stringify(situation)}`);
    },
    {},
    step,
    from,
  );
  return { cases, allowed, wrong };
}
