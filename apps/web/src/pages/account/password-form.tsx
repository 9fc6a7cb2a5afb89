import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { service } from '../../base/service.ts';
import { useUnsaved } from '../../base/unsaved.ts';
import { Button, Check } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';

/** The form stays folded until a person wants another password. */
export function PasswordForm(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [revokeTokens, setRevoke] = useState(false);
  const close = (): void => {
    setCurrent('');
    setNext('');
    setRevoke(false);
    setOpen(false);
  };
  const change = useMutation({
    mutationFn: () =>
      service.account.setPassword({ current_password: current, new_password: next, revoke_tokens: revokeTokens }),
    onSuccess: () => {
      close();
      toast('Password changed. All your other sessions have ended.');
    },
  });
  // A program for passwords fills in the present one by itself.
  useUnsaved(next !== '' && !change.isPending);
  if (!isOpen)
    return (
      <section className="card row">
        <div className="grow">
          <h2>Password</h2>
          <p className="soft">A new password signs you out everywhere else.</p>
        </div>
        <Button onPress={() => setOpen(true)}>Change the password…</Button>
      </section>
    );
  return (
    <section className="card">
      <FieldForm onSend={change.mutate}>
        <h2>Password</h2>
        <p className="soft">A new password signs you out everywhere else.</p>
        <Failure error={change.error} />
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          isRequired
          autoFocus
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          minLength={12}
          isRequired
          hint="At least 12 characters"
        />
        <Check isSelected={revokeTokens} onChange={setRevoke}>
          Revoke all my API tokens, and unlink the account of my organisation
        </Check>
        <div className="row">
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            Change the password
          </Button>
          <Button onPress={close}>Cancel</Button>
        </div>
      </FieldForm>
    </section>
  );
}
