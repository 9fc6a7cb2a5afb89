import type { Decision } from '@strongroom/client';
import type { ReactNode } from 'react';
import { inThirdPerson } from './rights-in-words.ts';

/** The rules that decided, folded: each once, those that are not met first. */
export function AllConditions({ reasons }: Readonly<{ reasons: Decision['reasons'] }>): ReactNode {
  const sorted = reasons.toSorted((a, b) => Number(a.holds) - Number(b.holds));
  return (
    <details className="conditions soft">
      <summary>All conditions</summary>
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
