import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { Failure } from '../../design/text.tsx';
import { Entrance } from './entrance.tsx';

/** Asks for a mail with a link to set a new password. */
export function ForgotPassword(): ReactNode {
  const [email, setEmail] = useState('');
  const reset = useMutation({ mutationFn: () => service.entrance.resetPassword({ email: email.trim() }) });
  return (
    <Entrance
      title="Forgot password?"
      foot={
        <>
          Remember it? <a href="/sign-in">Sign in</a>
        </>
      }
    >
      {reset.isSuccess ? (
        <p role="status">
          If <strong dir="auto">{email.trim()}</strong> has a password here, a mail with a link is on its way. The link
          works for 72 hours; another mail is sent after ten minutes at the earliest. No mail? Look into the spam
          folder, or ask an administrator of the service for a link.
        </p>
      ) : (
        <FieldForm onSend={reset.mutate}>
          <Failure error={reset.error} />
          <p>You get a mail with a link to set a new password.</p>
          <Field
            label="E-mail"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
            autoFocus
          />
          <Button kind="primary" type="submit" isBusy={reset.isPending}>
            Send the link
          </Button>
        </FieldForm>
      )}
    </Entrance>
  );
}
