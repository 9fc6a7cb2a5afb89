import { type FoundInvitation, type Room, StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { formatDateTime } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { loadLater } from '../../base/later.ts';
import { forgetQueries } from '../../base/queries.ts';
import { goTo } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button, Check, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { PasswordField } from '../../design/password-field.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { Entrance } from './entrance.tsx';
import { ProviderLink } from './provider-link.tsx';
import { roomOfInvitation } from './room-of-invitation.ts';
import { secondStepOf } from './second-step-of.ts';

const ConfirmEmail = loadLater(() => import('./confirm-email.tsx').then(({ ConfirmEmail: it }) => it));
const SecondStep = loadLater(() => import('./second-step.tsx').then(({ SecondStep: it }) => it));

type Secret = Readonly<{ use: 'token' | 'email'; secret: string }>;

/** The secret of the link, by what it is for; undefined without one. */
function secretInAddress(): Secret | undefined {
  const named = new URLSearchParams(location.hash.slice(1));
  for (const use of ['token', 'email'] as const) {
    const secret = named.get(use);
    if (secret) return { use, secret };
  }
  return undefined;
}

/** Keeps the secret out of the history and bookmarks. Not while the page is drawn: React may draw it twice. */
function removeSecret(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

const isOver = (error: unknown): boolean => error instanceof StrongroomError && error.code.startsWith('INVITATION_');

/** The page of links in invitations, of links for a new password, and of those that confirm an address. */
export function Activate(): ReactNode {
  const [found, setFound] = useState(secretInAddress);
  useEffect(() => {
    const taken = (): void => {
      const next = secretInAddress();
      removeSecret();
      if (next !== undefined) setFound(next);
    };
    // A second link that is opened in the same tab changes only the fragment, perhaps since the page was drawn.
    taken();
    addEventListener('hashchange', taken);
    return () => removeEventListener('hashchange', taken);
  }, []);
  if (found?.use === 'token') return <OpenLink key={found.secret} token={found.secret} />;
  if (found !== undefined) return <ConfirmEmail key={found.secret} token={found.secret} />;
  return (
    <Page title={ACTIVATE}>
      <Notice tone="warn" isUrgent>
        Open this page with the link from your invitation mail. After a reload open the link in the mail again: the page
        does not keep it, and it works until you have used it.
      </Notice>
    </Page>
  );
}

const ACTIVATE = 'Activate your account';

const Page = ({ title, children }: Readonly<{ title: string; children: ReactNode }>): ReactNode => (
  <Entrance
    title={title}
    foot={
      <>
        Activated already? <a href="/sign-in">Sign in</a>
      </>
    }
  >
    {children}
  </Entrance>
);

/**
 * A look at the link comes first: it says for which account and for what the link is, whatever the address of the page says, and
 * whether it works.
 */
function OpenLink({ token }: Readonly<{ token: string }>): ReactNode {
  // No query: a second look would put the form away, with the text in it.
  const {
    mutate: look,
    isIdle,
    isPending,
    error,
    data: found,
  } = useMutation({
    mutationFn: () => service.entrance.findInvitation({ token }),
  });
  useEffect(() => look(), [look]);
  if (isIdle || isPending)
    return (
      <Page title={ACTIVATE}>
        <Loading what="your invitation" rows={3} />
      </Page>
    );
  if (found === undefined)
    return (
      <Page title={ACTIVATE}>
        {isOver(error) ? (
          <Over error={error} />
        ) : (
          <>
            <Failure error={error} />
            <Button kind="primary" onPress={() => look()}>
              Try again
            </Button>
          </>
        )}
      </Page>
    );
  return (
    <Page title={found.needs_password ? 'Choose a new password' : ACTIVATE}>
      <p>
        This link is for the account of <strong>{found.email}</strong>. If that is not your address, another person sent
        you their link: close this page.
      </p>
      <ProviderLink invitation={token} />
      <ActivationForm token={token} found={found} />
    </Page>
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

/** The rooms of a new person come with the first page. */
const findRoom = (name: string | null): Promise<Room | undefined> =>
  service.rooms
    .list({ per_page: 100 })
    .page()
    .then(
      ({ data }) => roomOfInvitation(data, name),
      () => undefined,
    );

/** The first sentence of the mail. */
function openingOf({ invited_by: by, room_name: room }: FoundInvitation): string {
  const place = room ? `the data room "${room}" at ${location.host}` : `the data rooms at ${location.host}`;
  if (!by) return `You have been invited to ${place}.`;
  return isolateNames`${by.name === '' ? by.email : `${by.name} (${by.email})`} invites you to ${place}.`;
}

function ActivationForm({ token, found }: Readonly<{ token: string; found: FoundInvitation }>): ReactNode {
  const { needs_password: isRecovery } = found;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
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
      await goOn();
    },
  });
  async function goOn(): Promise<void> {
    const room = isRecovery ? undefined : await findRoom(found.room_name);
    goTo(room === undefined ? '/rooms' : `/rooms/${room.id}`, { replace: true });
    await forgetQueries();
  }
  const step = secondStepOf(activate.error);
  if (step !== undefined)
    return (
      <Suspense fallback={<Loading what="the second step" rows={2} />}>
        <SecondStep step={step} onDone={goOn} />
      </Suspense>
    );
  if (isOver(activate.error)) return <Over error={activate.error} />;
  return (
    <FieldForm onSend={activate.mutate}>
      <p className="soft">
        {isRecovery
          ? 'Your old password stops working, and so does every session of yours. An account of your organisation that is linked is unlinked: link it again afterwards, on the account page.'
          : `${openingOf(found)} Choose how others see you, and a password.`}
      </p>
      <p className="soft">
        This link works once, until {formatDateTime(found.expires_at)}.
        {!isRecovery && ' If you did not expect it, ask the person whom the mail names.'}
      </p>
      <Failure error={activate.error} />
      <Field label="Name" value={name} onChange={setName} autoComplete="name" isRequired autoFocus />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        minLength={12}
        isRequired
        hint="At least 12 characters. A sentence is easy to remember."
      />
      {isRecovery && (
        <Check isSelected={revokeTokens} onChange={setRevoke}>
          Revoke all my API tokens
        </Check>
      )}
      <Button kind="primary" type="submit" isBusy={activate.isPending}>
        {isRecovery ? 'Set the password' : 'Activate'}
      </Button>
    </FieldForm>
  );
}
