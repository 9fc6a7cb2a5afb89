import { StrongroomCalls } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { forget } from '../base/queries.ts';
import { go } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Button, Field } from '../design/controls.tsx';
import { Failure } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { Entrance } from './entrance.tsx';

/** Gives the first owner a password: with it they sign in like every other user, and the token stays in its file. */
async function setUp(token: string, password: string): Promise<void> {
  const owner = new StrongroomCalls({ url: location.origin, token: token.trim(), attempts: 2 });
  const { email } = await owner.account.get();
  await owner.account.setPassword({ new_password: password });
  await service.entrance.signIn({ email, password, transport: 'cookie' });
}

export function FirstRun(): ReactNode {
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const isDifferent = again !== '' && again !== password;
  const begin = useMutation({
    mutationFn: () => setUp(token, password),
    onSuccess: async () => {
      setToken('');
      toast('Your account is ready. Make your first room.');
      go('/rooms', { replace: true });
      await forget();
    },
  });
  return (
    <Entrance
      title="Set up your account"
      foot={
        <>
          Set up already? <a href="/sign-in">Sign in</a>
        </>
      }
    >
      <p className="soft">
        The first start of the service made an owner and wrote a token for them to <code>owner.token</code> in its data
        folder. Paste it here once and choose a password for the browser.
      </p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (password === again) begin.mutate();
        }}
      >
        <Failure error={begin.error} />
        <Field
          label="Owner’s token"
          value={token}
          onChange={setToken}
          type="password"
          autoComplete="off"
          isRequired
          autoFocus
          hint="Begins with srt_"
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          minLength={12}
          isRequired
          hint="At least 12 characters. A sentence is easy to remember."
        />
        <Field
          label="New password, again"
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          isRequired
          error={isDifferent ? 'The two passwords differ.' : undefined}
        />
        <Button kind="primary" type="submit" isBusy={begin.isPending}>
          Set up and sign in
        </Button>
      </Form>
    </Entrance>
  );
}
