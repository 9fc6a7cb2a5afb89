import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { loadLater } from '../../base/later.ts';
import { forgetQueries, useOffer } from '../../base/queries.ts';
import { goTo, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { Entrance } from './entrance.tsx';
import { secondStepOf } from './second-step-of.ts';

const SecondStep = loadLater(() => import('./second-step.tsx').then(({ SecondStep: it }) => it));

type Props = Readonly<{
  /** The session of the person who was here has ended without their doing. */
  hasEnded: boolean;
}>;

/** Shown in place of any page that needs a session; after the sign-in that page follows. */
export function SignIn({ hasEnded }: Props): ReactNode {
  const { pathname } = useAddress();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => service.entrance.signIn({ email: email.trim(), password, transport: 'cookie' }),
    onSuccess: () => goOn(),
  });
  async function goOn(): Promise<void> {
    setPassword('');
    if (pathname === '/sign-in') goTo('/rooms', { replace: true });
    await forgetQueries();
  }
  const ways = useOffer().data?.sign_in ?? { password: true, oidc: false };
  const next = new URLSearchParams({ to: pathname === '/sign-in' ? '/rooms' : pathname });
  const step = secondStepOf(signIn.error);
  if (step !== undefined)
    return (
      <Entrance title="Second factor" foot={<a href="/sign-in">Begin again</a>}>
        <Suspense fallback={<Loading what="the second step" rows={2} />}>
          <SecondStep step={step} onDone={goOn} />
        </Suspense>
      </Entrance>
    );
  return (
    <Entrance
      title="Sign in"
      foot={
        <details>
          <summary>No account yet?</summary>
          <p>If you were invited, follow the link in your mail. Otherwise ask the person who sent you here.</p>
          <p>
            The operator of a new service <a href="/welcome">sets it up</a> once.
          </p>
        </details>
      }
    >
      {hasEnded && (
        <Notice>
          Your session has ended. Sign in to go on where you were: all that had arrived is safe, and nothing readable is
          left in this browser.
        </Notice>
      )}
      {ways.oidc && (
        <Button kind="primary" onPress={() => location.assign(`/sign-in/oidc?${next.toString()}`)}>
          Sign in with your organisation’s account
        </Button>
      )}
      {ways.password && (
        <FieldForm onSend={signIn.mutate}>
          <Failure error={signIn.error} />
          <Field
            label="E-mail"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
            autoFocus
          />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            isRequired
          />
          <Button kind={ways.oidc ? undefined : 'primary'} type="submit" isBusy={signIn.isPending}>
            Sign in
          </Button>
          <a href="/forgot-password">Forgot password?</a>
        </FieldForm>
      )}
    </Entrance>
  );
}
