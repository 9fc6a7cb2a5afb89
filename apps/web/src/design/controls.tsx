import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  Select as AriaSelect,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';
import { copyText, NOT_COPIED } from '../base/copy-text.ts';
import { fieldWords } from './field-words.ts';
import { useRefusal } from './form-refusals.ts';
import { Icon, type IconName } from './icons.tsx';

type ButtonProps = Readonly<{
  children?: ReactNode;
  /** `link`: words that do something, in the colour of links. */
  kind?: 'primary' | 'danger' | 'quiet' | 'link' | undefined;
  icon?: IconName | undefined;
  /** Name for screen readers where only the icon is shown. */
  label?: string | undefined;
  onPress?: (() => void) | undefined;
  type?: 'submit' | 'button';
  /** The id of the form that it sends, if it is not within it. */
  form?: string;
  isDisabled?: boolean | undefined;
  /** Has nothing to do for the moment, such as "next" at the end. Unlike a disabled button it keeps the focus. */
  isIdle?: boolean | undefined;
  /** Waits: the button says so and cannot be pressed again. */
  isBusy?: boolean | undefined;
  /** Of a button that is one of several choices. */
  isPressed?: boolean;
  /** Of a button that shows and hides something. */
  isExpanded?: boolean;
  autoFocus?: boolean;
  slot?: string | undefined;
}>;

/** While it is busy or idle a button keeps the focus and ignores presses. */
export const Button = ({
  children,
  kind,
  icon,
  label,
  isIdle = false,
  isBusy = false,
  isPressed,
  isExpanded,
  onPress,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode => (
  <AriaButton
    {...rest}
    {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
    {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
    {...(isBusy || isIdle ? { type: 'button' } : { type, onPress })}
    {...(isIdle && { 'aria-disabled': true })}
    // A field that loses the focus hides its error, and the button would move away from the pointer. React Aria's own
    // `preventFocusOnPress` gives the focus back, but too late.
    {...(type === 'submit' && { onMouseDown: (event) => event.preventDefault() })}
    className="button"
    data-kind={kind}
    data-icon={children === undefined ? '' : undefined}
    aria-label={label}
    data-busy={isBusy || undefined}
    data-idle={isIdle || undefined}
  >
    {icon && <Icon name={icon} />}
    {isBusy ? 'One moment…' : children}
  </AriaButton>
);

export type FieldProps = Readonly<{
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | undefined;
  /** The name in the request of the form. A refusal of it is shown below the field. */
  field?: string;
  type?: 'text' | 'password' | 'email' | 'search' | 'date' | 'number';
  autoComplete?: string;
  isRequired?: boolean;
  autoFocus?: boolean;
  maxLength?: number;
  minLength?: number;
  placeholder?: string;
  lines?: boolean;
  /** Only screen readers need the label. */
  hideLabel?: boolean;
  /** Signs at the beginning that are selected when the field gets the focus first: typing replaces them. */
  selected?: number;
  /** Lies over the end of the input, such as a button. */
  end?: ReactNode;
}>;

const selecting =
  (count: number) =>
  (input: HTMLInputElement | null): void =>
    input?.addEventListener('focus', () => input.setSelectionRange(0, count), { once: true });

/** A secret that is shown stays as it is typed, and goes to no service that looks for wrong spelling. */
const UNCHANGED = { spellCheck: false, autoCapitalize: 'none' } as const;

export const Field = ({
  label,
  hint,
  error,
  lines = false,
  hideLabel = false,
  placeholder,
  selected,
  end,
  field,
  onChange,
  ...rest
}: FieldProps): ReactNode => {
  const { refusal, onTyped } = useRefusal(field);
  const problem = error ?? refusal;
  return (
    // `isInvalid={false}` would hide what the browser itself finds, such as a password that is too short.
    <TextField
      {...rest}
      onChange={(value) => {
        onTyped();
        onChange(value);
      }}
      className="field"
      {...(problem === undefined ? {} : { isInvalid: true })}
    >
      <Label className={hideLabel ? 'hidden-visually' : 'label'}>{label}</Label>
      {lines ? (
        <TextArea className="input" {...(placeholder === undefined ? {} : { placeholder })} />
      ) : (
        <span className={end === undefined ? '' : 'combo'}>
          <Input
            className="input"
            {...(placeholder === undefined ? {} : { placeholder })}
            {...(selected === undefined ? {} : { ref: selecting(selected) })}
            {...(end !== undefined && UNCHANGED)}
          />
          {end}
        </span>
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">
        {({ validationDetails: found, validationErrors: said }) =>
          problem ?? fieldWords(found, rest.minLength) ?? said.join(' ')
        }
      </FieldError>
    </TextField>
  );
};

export type SelectOption = Readonly<{ id: string; name: string; note?: string | undefined }>;

/** An option in a list box. */
export const optionItem = ({ id, name, note }: SelectOption): ReactElement => (
  <ListBoxItem id={id} textValue={name} className="item">
    <div>
      {name}
      {note !== undefined && <small>{note}</small>}
    </div>
  </ListBoxItem>
);

type SelectProps = Readonly<{
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  hideLabel?: boolean;
}>;

export const Select = ({ label, options, value, onChange, hint, hideLabel = false }: SelectProps): ReactNode => (
  <AriaSelect className="field" selectedKey={value} onSelectionChange={(key) => onChange(String(key))}>
    <Label className={hideLabel ? 'hidden-visually' : 'label'}>{label}</Label>
    <AriaButton className="button select-button">
      <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
      <Icon name="down" />
    </AriaButton>
    {hint !== undefined && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <Popover className="pop">
      <ListBox items={options}>{optionItem}</ListBox>
    </Popover>
  </AriaSelect>
);

type CheckProps = Readonly<{
  children?: ReactNode;
  label?: string;
  isSelected?: boolean;
  onChange?: (isSelected: boolean) => void;
  slot?: string;
  /** Its name in a group of boxes. */
  value?: string;
}>;

/** The drawn box of a checkbox. */
export const CheckMark = (): ReactNode => (
  <span className="check-box">
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="3.5" strokeLinecap="round" aria-hidden="true">
      <path d="M5 12.5l4.5 4.5L19 7.5" />
    </svg>
  </span>
);

export const Check = ({ children, label, ...rest }: CheckProps): ReactNode => (
  <AriaCheckbox {...rest} className="check" aria-label={label}>
    <CheckMark />
    {children !== undefined && <span>{children}</span>}
  </AriaCheckbox>
);

/** A secret that is shown once, with a button that copies it. */
export function Secret({
  children,
  label,
  isPrimary = false,
  onCopied,
}: Readonly<{ children: string; label: string; isPrimary?: boolean; onCopied?: () => void }>): ReactNode {
  const [isCopied, setCopied] = useState<boolean>();
  const shown = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    const done = await copyText(children);
    setCopied(done);
    if (done) onCopied?.();
    else if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <div className="secret">
      <code ref={shown}>{children}</code>
      <Button
        icon={isCopied ? 'check' : 'link'}
        {...(isPrimary && isCopied !== true && { kind: 'primary' as const })}
        onPress={() => void copy()}
        label={`Copy ${label}`}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      {isCopied === false && <p role="alert">{NOT_COPIED}</p>}
    </div>
  );
}
