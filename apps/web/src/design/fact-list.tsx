import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [term: string, fact: ReactNode];

/** Terms and what is known about each. One without a fact is left out. */
export const FactList = ({ facts }: Readonly<{ facts: readonly Fact[] }>): ReactNode => (
  <dl className="facts">
    {facts.map(
      ([term, fact]) =>
        Boolean(fact) && (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd dir="auto">{fact}</dd>
          </Fragment>
        ),
    )}
  </dl>
);
