import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { Field, type FieldProps } from './controls.tsx';
import { Icon } from './icons.tsx';

/** A field for a secret, with an eye that shows what is typed. The eye comes after the field on the way of Tab. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'lines' | 'end'>): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <Button className="combo-button eye" aria-pressed={isShown} onPress={() => setShown(!isShown)}>
          <Icon name={isShown ? 'hidden' : 'eye'} />
          <span className="hidden-visually">Show {props.label.toLowerCase()}</span>
        </Button>
      }
    />
  );
}
