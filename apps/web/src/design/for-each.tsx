import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError } from '../base/explain.ts';
import { FormDialog } from './form-dialog.tsx';
import { Notice } from './text.tsx';
import { toast } from './toasts.tsx';

type Props<T> = Readonly<{
  title: string;
  action: string;
  /** The past of the action, for the notice: "3 removed". */
  said: string;
  rows: readonly T[];
  nameOf: (row: T) => string;
  run: (row: T) => Promise<unknown>;
  onClose: () => void;
  onDone: () => Promise<void>;
  children?: ReactNode;
}>;

const MAX_NAMED = 12;

/** Asks once for one change of many things, names them, and those that were left because they failed. */
export function ForEach<T>(props: Props<T>): ReactNode {
  const { title, action, said, rows, nameOf, run, onClose, onDone, children } = props;
  const [failed, setFailed] = useState<readonly Readonly<{ row: T; why: string }>[]>([]);
  const left = failed.length > 0 ? failed.map(({ row }) => row) : rows;
  const work = useMutation({
    mutationFn: async () => {
      const problems: Readonly<{ row: T; why: string }>[] = [];
      for (const row of left)
        await run(row).catch((error: unknown) => problems.push({ row, why: explainError(error).text }));
      return problems;
    },
    onSuccess: async (problems) => {
      if (problems.length < left.length) toast(`${left.length - problems.length} ${said}.`);
      setFailed(problems);
      if (problems.length === 0) onClose();
      await onDone();
    },
  });
  return (
    <FormDialog
      title={title}
      action={action}
      kind="danger"
      work={work}
      isDisabled={left.length === 0}
      isAlert
      onClose={onClose}
    >
      {children !== undefined && <p>{children}</p>}
      {failed.length > 0 ? (
        <Notice tone="warn" isUrgent>
          {failed.map(({ row, why }) => (
            <p key={nameOf(row)}>
              {nameOf(row)}: {why}
            </p>
          ))}
        </Notice>
      ) : (
        <ul className="consequences">
          {rows.slice(0, MAX_NAMED).map((row) => (
            <li key={nameOf(row)}>{nameOf(row)}</li>
          ))}
          {rows.length > MAX_NAMED && <li>and {rows.length - MAX_NAMED} more</li>}
        </ul>
      )}
    </FormDialog>
  );
}
