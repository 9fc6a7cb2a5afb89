import { type ReactNode, useState } from 'react';
import { Button } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { Icon } from '../../design/icons.tsx';
import { PasswordField } from '../../design/password-field.tsx';

type Props = Readonly<{ isWrong: boolean; onTry: (password: string) => void }>;

/** The password of an encrypted document is used in this page only, and kept nowhere. */
export function PdfPassword({ isWrong, onTry }: Props): ReactNode {
  const [password, setPassword] = useState('');
  return (
    <FieldForm
      onSend={() => {
        onTry(password);
      }}
      className="form viewer-password"
    >
      <h3 className="row">
        <Icon name="lock" /> This document asks for its password
      </h3>
      <p className="soft">Its author encrypted it. Ask the person who added it. The password stays in this page.</p>
      <PasswordField
        label="Password of the document"
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={isWrong && password === '' ? 'This is not the password of the document.' : undefined}
        autoFocus
      />
      <div>
        <Button kind="primary" type="submit" isDisabled={password === ''}>
          Open
        </Button>
      </div>
    </FieldForm>
  );
}
