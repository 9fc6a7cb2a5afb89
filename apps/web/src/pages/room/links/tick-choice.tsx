import type { ReactNode } from 'react';
import { CheckMark } from '../../../design/controls.tsx';
import { Icon, type IconName } from '../../../design/icons.tsx';
import type { TickState } from './ticked-tree.ts';

type Props = Readonly<{
  name: string;
  icon: IconName;
  /** The kind of a file, for the colour of its icon. */
  kind?: string;
  state: TickState;
  /** The way to it, for a row that stands alone. */
  way?: string | undefined;
  /** Its size, or the number of files in it. */
  amount: string;
  /** The reason that it cannot be ticked. */
  off?: string | undefined;
  onTick: () => void;
}>;

/** A folder or a file with a box, in a tree or in a list of hits. */
export const TickChoice = ({ name, icon, kind, state, way = '', amount, off, onTick }: Props): ReactNode => (
  <label
    className="row grow tick-choice"
    data-kind={kind}
    data-chosen={state === 'ticked' || undefined}
    data-off={off !== undefined || undefined}
    title={off}
  >
    <span
      className="check"
      data-selected={state === 'ticked' || undefined}
      data-indeterminate={state === 'some' || undefined}
    >
      <input
        type="checkbox"
        className="hidden-visually"
        checked={state === 'ticked'}
        disabled={off !== undefined}
        tabIndex={-1}
        ref={(input) => {
          if (input !== null) input.indeterminate = state === 'some';
        }}
        onChange={onTick}
      />
      <CheckMark />
    </span>
    <Icon name={icon} />
    <span className="folder-words grow">
      <bdi className="cut" title={name}>
        {name}
      </bdi>
      {way !== '' && (
        <small className="cut" title={way}>
          in <bdi>{way}</bdi>
        </small>
      )}
    </span>
    <span className="soft amount">{amount}</span>
  </label>
);
