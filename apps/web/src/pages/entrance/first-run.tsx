import { StrongroomCalls, StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { forgetQueries } from '../../base/queries.ts';
import { goTo } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { Entrance } from './entrance.tsx';

type Given = Readonly<{ token: string; name: string; organisation: string; password: string }>;

const WRONG_TOKENS = new Set(['TOKEN_INVALID', 'TOKEN_EXPIRED', 'UNAUTHENTICATED']);

/** Without a session, a refused credential is the token in the field. */
const isWrongToken = (error: unknown): boolean => error instanceof StrongroomError && WRONG_TOKENS.has(error.code);

/** Gives the first owner a password: with it they sign in like every other user, and the token stays in its file. */
async function setUp({ token, name, organisation, password }: Given): Promise<void> {
  const owner = new StrongroomCalls({ url: location.origin, token: token.trim(), attempts: 2 });
  const { id, email } = await owner.account.get();
  await owner.account.setPassword({ new_password: password });
  if (name !== '') await owner.users.edit(id, { name });
  const units = await owner.orgUnits.list({ per_page: 100 }).page();
  const root = units.data.find(({ parent_id: above }) => above === null);
  if (organisation !== '' && root !== undefined) await owner.orgUnits.edit(root.id, { name: organisation });
  await service.entrance.signIn({ email, password, transport: 'cookie' });
}

export function FirstRun(): ReactNode {
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [organisation, setOrganisation] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const isDifferent = again !== '' && again !== password;
  const begin = useMutation({
    mutationFn: () => setUp({ token, name: name.trim(), organisation: organisation.trim(), password }),
    onSuccess: async () => {
      setToken('');
      toast('Your account is ready. Make your first room.');
      goTo('/rooms', { replace: true });
      await forgetQueries();
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
      <FieldForm
        onSend={() => {
          if (password === again) begin.mutate();
        }}
      >
        <Failure error={isWrongToken(begin.error) ? null : begin.error} />
        <PasswordField
          label="Owner’s token"
          value={token}
          onChange={(text) => {
            setToken(text);
            begin.reset();
          }}
          error={
            isWrongToken(begin.error)
              ? 'This token is not accepted. Copy the whole line of owner.token; once it was revoked, sign in instead.'
              : undefined
          }
          autoComplete="off"
          isRequired
          autoFocus
          hint="Begins with srt_"
        />
        <Field
          label="Your name"
          value={name}
          onChange={setName}
          autoComplete="name"
          maxLength={200}
          hint="People read it in invitations, in rooms and in the activity."
        />
        <Field
          label="Name of your organisation"
          value={organisation}
          onChange={setOrganisation}
          autoComplete="organization"
          maxLength={200}
          hint="The top of your org units."
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          minLength={12}
          isRequired
          hint="At least 12 characters. A sentence is easy to remember."
        />
        <PasswordField
          label="New password, again"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          isRequired
          error={isDifferent ? 'The two passwords differ.' : undefined}
        />
        <Button kind="primary" type="submit" isBusy={begin.isPending}>
          Set up and sign in
        </Button>
      </FieldForm>
    </Entrance>
  );
}
