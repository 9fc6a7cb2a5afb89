import { type FoundInvitation, StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { dateTime } from '../base/format.ts';
import { forget } from '../base/queries.ts';
import { go } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Button, Check, Field } from '../design/controls.tsx';
import { Failure, Loading, Notice } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { Entrance } from './entrance.tsx';
import { ProviderLink } from './provider-link.tsx';

type Sent = Readonly<{ token: string; isRecovery: boolean }>;

/** The secret of the link; undefined without one. */
function secretInAddress(): Sent | undefined {
  const sent = new URLSearchParams(location.hash.slice(1));
  const token = sent.get('token') ?? '';
  return token === '' ? undefined : { token, isRecovery: sent.has('recovery') };
}

/** Keeps the secret out of the history and bookmarks. Not while the page is drawn: React may draw it twice. */
function removeSecret(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

const isOver = (error: unknown): boolean => error instanceof StrongroomError && error.code.startsWith('INVITATION_');

/** The page of links in invitations and of links for a new password. */
export function Activate(): ReactNode {
  const [sent, setSent] = useState(secretInAddress);
  useEffect(() => {
    const taken = (): void => {
      const next = secretInAddress();
      removeSecret();
      if (next !== undefined) setSent(next);
    };
    // A second link that is opened in the same tab changes only the fragment, perhaps since the page was drawn.
    taken();
    addEventListener('hashchange', taken);
    return () => removeEventListener('hashchange', taken);
  }, []);
  return (
    <Entrance
      title={sent?.isRecovery ? 'Choose a new password' : 'Activate your account'}
      foot={
        <>
          Activated already? <a href="/sign-in">Sign in</a>
        </>
      }
    >
      {sent === undefined ? (
        <Notice tone="warn" isUrgent>
          Open this page with the link from your invitation mail.
        </Notice>
      ) : (
        <OpenLink key={sent.token} sent={sent} />
      )}
    </Entrance>
  );
}

/** A look at the link comes first, so that a name and a password are typed only for one that works. */
function OpenLink({ sent }: Readonly<{ sent: Sent }>): ReactNode {
  // No query: a second look would put the form away, with the text in it.
  const {
    mutate: look,
    isIdle,
    isPending,
    error,
    data: found,
  } = useMutation({
    mutationFn: () => service.entrance.findInvitation({ token: sent.token }),
  });
  useEffect(() => look(), [look]);
  if (isIdle || isPending) return <Loading what="your invitation" rows={3} />;
  // A service that cannot be reached now may be when the form is sent.
  if (isOver(error)) return <Over error={error} />;
  return (
    <>
      <ProviderLink invitation={sent.token} />
      <ActivationForm sent={sent} found={found} />
    </>
  );
}

/** A link that no input makes work, and the way on. */
function Over({ error }: Readonly<{ error: unknown }>): ReactNode {
  const isUsed = error instanceof StrongroomError && error.code === 'INVITATION_USED';
  return (
    <>
      <Failure error={error} />
      {isUsed && (
        <a className="button" data-kind="primary" href="/sign-in">
          Go to the sign-in
        </a>
      )}
    </>
  );
}

/** The first sentence of the mail. */
function openingOf(found: FoundInvitation | undefined): string {
  const { invited_by: by, room_name: room } = found ?? {};
  const place = room ? `the data room "${room}" at ${location.host}` : `the data rooms at ${location.host}`;
  if (!by) return `You have been invited to ${place}.`;
  return `${by.name === '' ? by.email : `${by.name} (${by.email})`} invites you to ${place}.`;
}

/** `found`: what the service says of the link, where it could be reached. */
function ActivationForm({
  sent: { token, isRecovery },
  found,
}: Readonly<{ sent: Sent; found: FoundInvitation | undefined }>): ReactNode {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [revokeTokens, setRevoke] = useState(true);
  const activate = useMutation({
    mutationFn: () =>
      service.entrance.accept({
        token,
        name: name.trim(),
        password,
        transport: 'cookie',
        ...(isRecovery ? { revoke_tokens: revokeTokens } : {}),
      }),
    onSuccess: async (user) => {
      setPassword('');
      toast(`Welcome, ${user.name}. From now on you sign in with ${user.email} and your password.`);
      go('/rooms', { replace: true });
      await forget();
    },
  });
  if (isOver(activate.error)) return <Over error={activate.error} />;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        activate.mutate();
      }}
    >
      <p className="soft">
        {isRecovery
          ? 'Your old password stops working, and so does every session of yours.'
          : `${openingOf(found)} Choose how others see you, and a password.`}
      </p>
      {found !== undefined && (
        <p className="soft">
          This link works once, until {dateTime(found.expires_at)}.
          {!isRecovery && ' If you did not expect it, ask the person whom the mail names.'}
        </p>
      )}
      <Failure error={activate.error} />
      <Field label="Name" value={name} onChange={setName} autoComplete="name" isRequired autoFocus />
      <Field
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        minLength={12}
        isRequired
        hint="At least 12 characters. A sentence is easy to remember."
      />
      <Check isSelected={isShown} onChange={setShown}>
        Show password
      </Check>
      {isRecovery && (
        <Check isSelected={revokeTokens} onChange={setRevoke}>
          Revoke all my API tokens
        </Check>
      )}
      <Button kind="primary" type="submit" isBusy={activate.isPending}>
        {isRecovery ? 'Set the password' : 'Activate'}
      </Button>
    </Form>
  );
}
