import { type ReactNode, useState } from 'react';
import { plural } from '../base/format.ts';
import { useListPlace } from '../base/list-places.ts';
import { columnOfOrder, orderAfterPress, orderRows, rowsWithWords } from '../base/list-view.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import {
  areAllTicked,
  extendTicks,
  NO_TICKS,
  type Ticks,
  toggleAllTicks,
  toggleTick,
  withoutRows,
} from '../base/ticks.ts';
import { Button, Check, Field, Select } from './controls.tsx';
import { ListOutput } from './list-output.tsx';
import { type Column, Table } from './table.tsx';
import { Empty, Failure, Loading } from './text.tsx';
import { TickBox } from './tick-box.tsx';
import { TicksBar } from './ticks-bar.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** A choice that leaves rows out. Its `id` is the parameter of the address. */
export type ListFilter<T> = Readonly<{
  id: string;
  label: string;
  options: readonly Readonly<{ id: string; name: string }>[];
  fits: (row: T, option: string) => boolean;
  /** The choice that leaves none out; *Label: all* by default. */
  any?: string;
}>;

type Props<T> = Readonly<{
  /** The name of the table. */
  label: string;
  /** One of the rows and many of them: `member`, `members`. */
  noun: readonly [one: string, many: string];
  rows: readonly T[] | undefined;
  error: unknown;
  columns: readonly Column<T>[];
  idOf: (row: T) => string;
  textOf: (row: T) => string;
  /** More text that a find has a row by. */
  moreOf?: (row: T) => string;
  find: string;
  filters?: readonly ListFilter<T>[];
  /** The order without a choice; empty for the order of `rows`, which `asGiven` names. */
  order: string;
  asGiven?: string;
  actions?: (row: T) => ReactNode;
  /** Buttons for the ticked rows; rows can be ticked with it. `done` clears the ticks. */
  bulk?: ((rows: readonly T[], done: () => void) => ReactNode) | undefined;
  /** Whether a click on a row opens it; its box ticks it. */
  isPressed?: boolean;
  /** Whether a button for ticked rows may do something with a row; one without has no box. */
  mayTick?: (row: T) => boolean;
  /** Shown in place of an empty list. */
  empty?: ReactNode;
  /** Beside the count. */
  note?: ReactNode;
  /** Saves the found rows as a table. */
  onSave?: (rows: readonly T[]) => void;
  /** Shown where no row fits. */
  nothing?: ReactNode;
  /** The one of its rows that is open over the list, which gets all found rows in the order of the list. */
  opened?: (found: readonly T[]) => ReactNode;
}>;

const SHOWN = 200;

const ordersOf = <T,>(columns: readonly Column<T>[]) =>
  columns
    .filter(({ key }) => key !== undefined)
    .flatMap(({ id, head }) => [
      { id, name: `${head} ↑` },
      { id: `-${id}`, name: `${head} ↓` },
    ]);

/** A list that is found in, filtered, sorted and counted. The address keeps its state. */
export function ListPage<T>(props: Props<T>): ReactNode {
  const { label, noun, rows, error, columns, idOf, textOf, find, filters = [], actions, empty, asGiven } = props;
  const { mayTick = () => true } = props;
  const bulk = rows?.some(mayTick) === false ? undefined : props.bulk;
  const { searchParams } = useAddress();
  const sought = searchParams.get('find') ?? '';
  const order = searchParams.get('sort') ?? props.order;
  const [ticks, setAllTicks] = useState<Ticks<T>>(NO_TICKS);
  const setTicks = (next: Ticks<T>): void => setAllTicks(withoutRows(next, mayTick));
  const [shown, setShown] = useListPlace(label, SHOWN, rows !== undefined);
  /** A phone shows order and filters when they are asked for. */
  const [isFiltering, setFiltering] = useState(false);
  const used = filters.filter(({ id }) => (searchParams.get(id) ?? '') !== '').length;
  const fitting = filters.reduce((left, { id, fits }) => {
    const option = searchParams.get(id) ?? '';
    return option === '' ? left : left.filter((row) => fits(row, option));
  }, rows ?? []);
  const wholeText = (row: T): string => [textOf(row), props.moreOf?.(row) ?? ''].join(' ');
  const key = columns.find(({ id }) => id === columnOfOrder(order))?.key;
  const found = orderRows(rowsWithWords(fitting, sought, wholeText), key, order);
  const tickable = found.filter(mayTick);
  const chosen = found.filter((row) => ticks.rows.has(idOf(row)));
  const keys = useRowKeys({ rows: found, idOf, ticks, onTicks: bulk && setTicks });
  if (rows === undefined)
    return (
      <>
        <Failure error={error} />
        {(error ?? null) === null && <Loading what={`the ${noun[1]}`} rows={8} />}
      </>
    );
  if (rows.length === 0 && empty !== undefined) return empty;
  const tick = (row: T, isRange: boolean): void =>
    setTicks(isRange ? extendTicks(ticks, { to: row, listed: found, idOf }) : toggleTick(ticks, row, idOf));
  return (
    <>
      {props.opened?.(found)}
      <div className="row list-tools">
        <div className="grow" ref={keys.finder} onKeyDownCapture={keys.onFinderKeyDown}>
          <Field
            label={find}
            hideLabel
            placeholder={find}
            type="search"
            value={sought}
            onChange={(text) => setQuery({ find: text })}
          />
        </div>
        <div className="narrow-only">
          <Button
            icon="filter"
            label={used === 0 ? 'Order and filters' : `Order and filters: ${used}`}
            isExpanded={isFiltering}
            onPress={() => setFiltering(!isFiltering)}
          >
            {used === 0 ? undefined : used}
          </Button>
        </div>
        <div className="list-filters" data-open={isFiltering || undefined}>
          <div className="narrow-only">
            <Select
              label="Order"
              hideLabel
              value={order}
              options={[...(asGiven === undefined ? [] : [{ id: '', name: asGiven }]), ...ordersOf(columns)]}
              onChange={(next) => setQuery({ sort: next })}
            />
          </div>
          {filters.map(({ id, label: name, options, any = `${name}: all` }) => (
            <Select
              key={id}
              label={name}
              hideLabel
              value={searchParams.get(id) ?? ''}
              options={[{ id: '', name: any }, ...options]}
              onChange={(next) => setQuery({ [id]: next })}
            />
          ))}
        </div>
      </div>
      <Failure error={error} />
      <div className="row list-count">
        <p className="soft grow" role="status">
          {found.length === rows.length
            ? plural(rows.length, ...noun)
            : `${plural(found.length, ...noun)} of ${rows.length}`}
        </p>
        {props.note}
        {props.onSave !== undefined && found.length > 0 && <ListOutput onSave={() => props.onSave?.(found)} />}
        {bulk !== undefined && found.length > 0 && (
          <div className="narrow-only">
            <Button kind="quiet" onPress={() => setTicks(toggleAllTicks(ticks, found, idOf))}>
              {areAllTicked(ticks, found, idOf) ? 'Select none' : 'Select all'}
            </Button>
          </div>
        )}
      </div>
      {found.length === 0 ? (
        (props.nothing ?? (
          <Empty icon="search" title={`No ${noun[0]} fits`}>
            Other words or filters may find more.
          </Empty>
        ))
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={found.slice(0, shown)}
          idOf={idOf}
          order={order}
          onOrder={(column) => setQuery({ sort: orderAfterPress(order, column) })}
          actions={actions}
          isTicked={(row) => ticks.rows.has(idOf(row))}
          onTick={props.isPressed === true ? undefined : bulk && tick}
          body={keys.body}
          onKeyDown={keys.onKeyDown}
          boxOf={
            bulk &&
            ((row) =>
              row === undefined ? (
                <Check
                  label={`All ${noun[1]}`}
                  isSelected={areAllTicked(ticks, tickable, idOf)}
                  onChange={() => setTicks(toggleAllTicks(ticks, tickable, idOf))}
                />
              ) : (
                mayTick(row) && (
                  <TickBox label={textOf(row)} row={row} isTicked={ticks.rows.has(idOf(row))} onTick={tick} />
                )
              ))
          }
        />
      )}
      {found.length > shown && (
        <div className="list-end">
          <Button onPress={() => setShown(shown + SHOWN)}>
            Show {plural(Math.min(SHOWN, found.length - shown), 'more', 'more')} of {plural(found.length, ...noun)}
          </Button>
        </div>
      )}
      {chosen.length > 0 && bulk !== undefined && (
        <TicksBar
          said={`${plural(chosen.length, ...noun)} selected`}
          label={`Selected ${noun[1]}`}
          onClear={() => setTicks(NO_TICKS)}
        >
          {bulk(chosen, () => setTicks(NO_TICKS))}
        </TicksBar>
      )}
    </>
  );
}
