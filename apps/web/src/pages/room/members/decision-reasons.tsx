import type { Decision } from '@strongroom/client';
import type { ReactNode } from 'react';
import { inThirdPerson } from './rights-in-words.ts';

type Props = Readonly<{
  /** The decision in a few words. */
  words: string;
  reasons: Decision['reasons'];
}>;

/** A decision, which opens the rules behind it: each once, those that are not met first. */
export function DecisionReasons({ words, reasons }: Props): ReactNode {
  const sorted = reasons.toSorted((a, b) => Number(a.holds) - Number(b.holds));
  return (
    <details className="conditions soft">
      <summary className="whole-words">{words}</summary>
      <ul className="reasons">
        {sorted.map(({ rule, text, holds }) => (
          <li key={rule}>
            {holds ? 'Met' : 'Not met'}: {inThirdPerson(text)}
          </li>
        ))}
      </ul>
    </details>
  );
}
