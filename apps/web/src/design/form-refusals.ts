import { StrongroomError } from '@strongroom/client';
import { createContext, use, useEffect, useState } from 'react';
import { problemSentence } from '../base/problems.ts';

/** The refusal of a form, and the fields of the form that show their own part of it. */
type Refusals = Readonly<{ error: unknown; shown: Set<string> }>;

export const FormRefusals = createContext<Refusals | undefined>(undefined);

const problemsOf = (error: unknown) =>
  error instanceof StrongroomError && error.code === 'VALIDATION_ERROR' ? error.details : [];

/** Whether each problem of an error is shown at a field. */
export const isShownAtFields = ({ error, shown }: Refusals): boolean => {
  const problems = problemsOf(error);
  return problems.length > 0 && problems.every(({ field }) => shown.has(field));
};

/** The sentence of the service about a field of its request, until the field is typed in again. */
export function useRefusal(field: string | undefined): Readonly<{ refusal: string | undefined; onTyped: () => void }> {
  const refusals = use(FormRefusals);
  const [typed, setTyped] = useState<unknown>();
  const shown = refusals?.shown;
  useEffect(() => {
    if (field === undefined) return undefined;
    shown?.add(field);
    return () => {
      shown?.delete(field);
    };
  }, [field, shown]);
  const error = refusals?.error;
  const problem = typed === error ? undefined : problemsOf(error).find((one) => one.field === field);
  return { refusal: problem && problemSentence(problem), onTyped: () => setTyped(error) };
}
