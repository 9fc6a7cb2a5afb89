import { type ReactNode, useState } from 'react';
import { ComboBox, Input, Label, ListBox, Popover } from 'react-aria-components';
import { rowsWithWords } from '../base/list-view.ts';
import { optionItem, type SelectOption } from './controls.tsx';

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
      items={typed === undefined ? options : rowsWithWords([...options, ...more], typed, ({ name }) => name)}
      allowsEmptyCollection
    >
      <Label className="label">{label}</Label>
      {/* React Aria sends focus events of its own when the options change, at each letter. */}
      <Input className="input" onFocus={(event) => event.isTrusted && event.currentTarget.select()} />
      <Popover className="pop">
        <ListBox<SelectOption> renderEmptyState={() => <p className="soft">Nobody of this name</p>}>
          {optionItem}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
