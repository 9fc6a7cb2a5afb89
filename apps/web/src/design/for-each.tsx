import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { Notice, Progress } from './text.tsx';
import { toast } from './toasts.tsx';

type Failed<T> = Readonly<{ item: T; text: string }>;
/** Changes rows, and returns those that failed. */
type Change<T> = (rows: readonly T[], onDone: (count: number) => void) => Promise<readonly Failed<T>[]>;

type Props<T> = Readonly<{
  title: string;
  action: string;
  kind?: 'primary' | 'danger';
  /** The notice about those that were changed. */
  said: (rows: readonly T[]) => string;
  rows: readonly T[];
  /** Rows that are ticked too and stay as they are, each with the reason. */
  left?: readonly Readonly<{ row: T; why: string }>[];
  idOf: (row: T) => string;
  nameOf: (row: T) => string;
  /** A row before the change: "C2 now". */
  presentOf?: (row: T) => string;
  /** Whether `children` name the rows. */
  areNamed?: boolean;
  run: Change<T>;
  /** Takes the change of these rows back. */
  undo?: ((rows: readonly T[]) => Promise<readonly Failed<T>[]>) | undefined;
  /** Whether something that `children` ask for is missing. */
  isIncomplete?: boolean;
  onClose: () => void;
  /** Runs after each attempt, and after an undo. `isAll`: whether no row failed. */
  onDone: (isAll: boolean) => Promise<void>;
  children?: ReactNode;
}>;

const MAX_NAMED = 12;
/** Rows of which the changes take long enough to be counted. */
const COUNTED_FROM = 2;

/** Asks once for one change of many things, and names them, those that it leaves, and those that failed. */
export function ForEach<T>(props: Props<T>): ReactNode {
  const { title, action, kind = 'danger', rows, idOf, nameOf, run, onClose, onDone, children } = props;
  const [failed, setFailed] = useState<readonly Failed<T>[]>([]);
  const [done, setDone] = useState(0);
  const isAgain = failed.length > 0;
  const wanted = isAgain ? failed.map(({ item }) => item) : rows;
  const work = useMutation({
    mutationFn: (tried: readonly T[]) => {
      setDone(0);
      return run(tried, setDone);
    },
    onSuccess: (problems, tried) => {
      const changed = tried.filter((row) => problems.every(({ item }) => item !== row));
      if (changed.length > 0) sayDone(props, changed);
      setFailed(problems);
      if (problems.length === 0) onClose();
      // Those that failed can be tried again before the lists are there.
      void onDone(problems.length === 0);
    },
  });
  // The caller may list other rows while it runs.
  const shown = work.isPending ? work.variables : wanted;
  return (
    <FormDialog
      title={title}
      action={isAgain ? 'Try again' : action}
      kind={kind}
      work={{ ...work, mutate: () => work.mutate(wanted) }}
      isDisabled={wanted.length === 0 || props.isIncomplete === true}
      isAlert
      onClose={onClose}
      cancel={isAgain ? 'Close' : 'Cancel'}
    >
      {!isAgain && children}
      {isAgain ? (
        <Notice tone="warn" isUrgent>
          {failed.map(({ item, text }) => (
            <p key={idOf(item)}>
              <bdi>{nameOf(item)}</bdi>: {text}
            </p>
          ))}
        </Notice>
      ) : (
        props.areNamed !== true && <Names {...props} rows={shown} />
      )}
      {!isAgain && <Left {...props} />}
      {work.isPending && shown.length >= COUNTED_FROM && (
        <Progress label={`${done} of ${shown.length}`} part={done / shown.length} />
      )}
    </FormDialog>
  );
}

/** Says what was changed, with a button that takes it back. */
function sayDone<T>({ said, undo, nameOf, onDone }: Props<T>, changed: readonly T[]): void {
  const takeBack = async (): Promise<void> => {
    const failed = (await undo?.(changed)) ?? [];
    for (const { item, text } of failed) toast(`${nameOf(item)}: ${text}`, 'danger');
    if (failed.length < changed.length) toast('The change is undone.');
    await onDone(false);
  };
  toast(said(changed), 'good', undo && [{ name: 'Undo', run: () => void takeBack() }]);
}

type NamesProps<T> = Pick<Props<T>, 'rows' | 'idOf' | 'nameOf' | 'presentOf'>;

const Names = <T,>({ rows, idOf, nameOf, presentOf }: NamesProps<T>): ReactNode => (
  <ul className="consequences">
    {rows.slice(0, MAX_NAMED).map((row) => (
      <li key={idOf(row)}>
        <bdi>{nameOf(row)}</bdi>
        {presentOf && `, ${presentOf(row)}`}
      </li>
    ))}
    {rows.length > MAX_NAMED && <li>and {rows.length - MAX_NAMED} more</li>}
  </ul>
);

const Left = <T,>({ left = [], idOf, nameOf }: Pick<Props<T>, 'left' | 'idOf' | 'nameOf'>): ReactNode =>
  left.length > 0 && (
    <section aria-label="Unchanged">
      <p className="label">Unchanged</p>
      <ul className="consequences soft">
        {left.map(({ row, why }) => (
          <li key={idOf(row)}>
            <bdi>{nameOf(row)}</bdi>: {why}
          </li>
        ))}
      </ul>
    </section>
  );
