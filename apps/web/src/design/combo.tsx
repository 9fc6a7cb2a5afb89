import { type ReactNode, useContext, useState } from 'react';
import {
  Button as AriaButton,
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  Popover,
} from 'react-aria-components';
import { flushSync } from 'react-dom';
import { rowsWithWords } from '../base/list-view.ts';
import { optionItem, type SelectOption } from './controls.tsx';
import { Icon } from './icons.tsx';

/** Rows that a person reads before they type on. */
const MAX_SHOWN = 100;

type Props = Readonly<{
  label: string;
  /** The first one is not a choice, such as "Everyone". */
  options: readonly SelectOption[];
  /** Found by typing only. */
  more?: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
}>;

/** A choice among many, which are found by typing: of words anywhere in a name, without regard to case and accents. */
export function Combo({ label, options, more = [], value, onChange }: Props): ReactNode {
  const chosen = [...options, ...more].find(({ id }) => id === value)?.name ?? '';
  const [typed, setTyped] = useState<string>();
  const text = typed ?? chosen;
  const fitting = typed === undefined ? options : rowsWithWords([...options, ...more], typed, ({ name }) => name);
  const shown = fitting.slice(0, MAX_SHOWN);
  return (
    <ComboBox
      className="field"
      menuTrigger="focus"
      inputValue={text}
      selectedKey={value}
      onInputChange={setTyped}
      onSelectionChange={(key) => {
        setTyped(undefined);
        if (key !== null) onChange(String(key));
      }}
      onBlur={() => setTyped(undefined)}
      items={shown}
      allowsEmptyCollection
    >
      <Label className="label">{label}</Label>
      <span className="combo">
        <TypedName match={typed ? shown[0]?.id : undefined} />
        <AriaButton className="combo-button">
          <Icon name="down" />
        </AriaButton>
      </span>
      <Popover className="pop">
        <ListBox<SelectOption> renderEmptyState={() => <p className="soft">Nothing of this name</p>}>
          {optionItem}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Enter takes the first match where no arrow has led to one: React Aria alone would put the former choice back. */
function TypedName({ match }: Readonly<{ match: string | undefined }>): ReactNode {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className="input"
      // React Aria sends focus events of its own when the options change, at each letter.
      onFocus={(event) => event.isTrusted && event.currentTarget.select()}
      onKeyDownCapture={(event) => {
        const { key, nativeEvent, currentTarget } = event;
        if (key !== 'Enter' || nativeEvent.isComposing || match === undefined || state === null) return;
        if (state.selectionManager.focusedKey !== null) return;
        event.preventDefault();
        event.stopPropagation();
        flushSync(() => state.selectionManager.setFocusedKey(match));
        // Now with the match in focus.
        currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }}
    />
  );
}
