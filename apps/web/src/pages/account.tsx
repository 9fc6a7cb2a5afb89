import { type NewToken, type Token } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { ago, date } from '../base/format.ts';
import { useMyself } from '../base/me.ts';
import { queries } from '../base/queries.ts';
import { service } from '../base/service.ts';
import { setTheme, type Theme, useTheme } from '../base/theme.ts';
import { Classification } from '../design/classification.tsx';
import { Button, Check, Field, Secret, Select } from '../design/controls.tsx';
import { Dialog } from '../design/layers.tsx';
import { Failure, Loading, Notice, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { roleName } from './people-data.ts';

export function Account(): ReactNode {
  const me = useMyself();
  const theme = useTheme();
  return (
    <>
      <PageHead title="Account" />
      <section className="card form">
        <h2>You</h2>
        <dl className="facts">
          <dt>Name</dt>
          <dd>{me.name || 'not set'}</dd>
          <dt>E-mail</dt>
          <dd>{me.email}</dd>
          <dt>Role</dt>
          <dd>{roleName(me.role)}</dd>
          <dt>Clearance</dt>
          <dd>
            <Classification label={me.effective_clearance} /> You see rooms and files up to this label.
          </dd>
        </dl>
        <Select
          label="Appearance"
          value={theme}
          onChange={(next) => setTheme(next === 'light' || next === 'dark' ? next : ('system' satisfies Theme))}
          options={[
            { id: 'system', name: 'As the system' },
            { id: 'light', name: 'Light' },
            { id: 'dark', name: 'Dark' },
          ]}
        />
      </section>
      <PasswordForm />
      <Tokens />
    </>
  );
}

function PasswordForm(): ReactNode {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [revokeTokens, setRevoke] = useState(false);
  const change = useMutation({
    mutationFn: () =>
      service.account.setPassword({ current_password: current, new_password: next, revoke_tokens: revokeTokens }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      toast('Password changed. All your other sessions have ended.');
    },
  });
  return (
    <section className="card">
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <h2>Password</h2>
        <p className="soft">A new password signs you out everywhere else.</p>
        <Failure error={change.error} />
        <Field
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          isRequired
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          minLength={12}
          isRequired
          hint="At least 12 characters"
        />
        <Check isSelected={revokeTokens} onChange={setRevoke}>
          Revoke all my API tokens too
        </Check>
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change the password
          </Button>
        </div>
      </Form>
    </section>
  );
}

const LIVES = [
  { id: '604800', name: '7 days' },
  { id: '7776000', name: '90 days' },
  { id: '31536000', name: '1 year' },
];

function Tokens(): ReactNode {
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => service.tokens.list({ per_page: 100 }).all() });
  const [isMaking, setMaking] = useState(false);
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['tokens'] });
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => service.tokens.revoke(id),
    onSuccess: () => toast('Revoked.'),
    onSettled: changed,
  });
  return (
    <section className="card form">
      <div className="row">
        <h2 className="grow">API tokens</h2>
        <Button icon="plus" onPress={() => setMaking(true)}>
          New token
        </Button>
      </div>
      <p className="soft">
        For programs and the command line. A token can do what you can; for one with fewer rights use the{' '}
        <a href="/settings/tokens">page for tokens with scopes</a>.
      </p>
      <Failure error={tokens.error ?? revoke.error} />
      {tokens.isPending && <Loading what="your tokens" />}
      {tokens.data !== undefined && tokens.data.length > 0 && (
        <table className="list" aria-label="API tokens">
          <thead>
            <tr>
              <th>Name</th>
              <th>Last used</th>
              <th className="wide-only">Ends</th>
              <th>
                <span className="hidden-visually">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.data.map((token) => (
              <tr key={token.id}>
                <td>
                  {token.name} <code className="soft">{token.prefix}…</code>
                </td>
                <td className="soft">{token.last_used_at === null ? 'never' : ago(token.last_used_at)}</td>
                <td className="wide-only soft">{token.expires_at === null ? 'never' : date(token.expires_at)}</td>
                <td className="actions">
                  <Button kind="quiet" label={`Revoke ${token.name}`} onPress={() => revoke.mutate(token)}>
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} onMade={changed} />}
    </section>
  );
}

function NewTokenDialog({
  onClose,
  onMade,
}: Readonly<{ onClose: () => void; onMade: () => Promise<void> }>): ReactNode {
  const [name, setName] = useState('');
  const [life, setLife] = useState('7776000');
  const make = useMutation<NewToken>({
    mutationFn: () => service.tokens.create({ name, expires_in: Number(life) }),
    onSuccess: onMade,
  });
  return (
    <Dialog title="New API token" isOpen isAlert onClose={onClose}>
      {make.data?.token ? (
        <>
          <Notice tone="warn">The token is shown this once. Whoever has it can do what you can.</Notice>
          <Secret label="the token">{make.data.token}</Secret>
          <div className="dialog-actions">
            <Button kind="primary" onPress={onClose}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
        >
          <Failure error={make.error} />
          <Field
            label="Name"
            value={name}
            onChange={setName}
            isRequired
            maxLength={100}
            autoFocus
            placeholder="Backup on server-1"
          />
          <Select label="Works for" value={life} onChange={setLife} options={LIVES} />
          <div className="dialog-actions">
            <Button onPress={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" isBusy={make.isPending}>
              Make the token
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
