import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadLater } from '../../../base/later.ts';
import { ErrorBoundary } from '../../../design/error-boundary.tsx';
import type { SameNameChoice, TakenName } from './added-files.ts';

const TakenNames = loadLater(() => import('./taken-names.tsx').then(({ TakenNames: it }) => it));

/** Asks about each added file whose name another file has. Undefined: nothing is added. */
export type AskSameNameChoices = (taken: readonly TakenName[]) => Promise<readonly SameNameChoice[] | undefined>;

type Question = Readonly<{
  taken: readonly TakenName[];
  answer: (choices: readonly SameNameChoice[] | undefined) => void;
}>;

/** `question`: the dialog while one is open. Questions about files that are dropped meanwhile come after it. */
export function useTakenNames(): Readonly<{ ask: AskSameNameChoices; question: ReactNode }> {
  const [waiting, setWaiting] = useState<readonly Question[]>([]);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const ask: AskSameNameChoices = (taken) =>
    new Promise((resolve) => {
      // Files waited for the connection, and the person went on: nothing is replaced without a question.
      if (isLeft.current) return resolve(taken.map(() => 'both'));
      const question: Question = {
        taken,
        answer: (choices) => {
          setWaiting((all) => all.filter((one) => one !== question));
          resolve(choices);
        },
      };
      setWaiting((all) => [...all, question]);
    });
  const [first] = waiting;
  const question = first !== undefined && (
    <ErrorBoundary onClose={() => first.answer(undefined)}>
      <Suspense>
        <TakenNames key={first.taken.map(({ added }) => `${added.folder}/${added.name}`).join('\n')} {...first} />
      </Suspense>
    </ErrorBoundary>
  );
  return { ask, question };
}
