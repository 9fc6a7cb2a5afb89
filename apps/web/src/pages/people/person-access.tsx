import type { Token } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatTimeAgo, plural } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { may } from '../../base/may.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import type { WholePerson } from '../person-name.ts';
import { SessionList } from '../session-list.tsx';

/** Sessions and API tokens of a person, for administrators, who can end each of them. */
export const PersonAccess = ({ user, onClose }: Readonly<{ user: WholePerson; onClose: () => void }>): ReactNode => (
  <Dialog title={isolateNames`Access of ${user.name || user.email}`} isOpen isWide onClose={onClose}>
    <div className="form">
      {may(user, 'session.oversee') && <SessionsOf user={user} />}
      {may(user, 'token.oversee') && <TokensOf user={user} />}
      {user.second_factor === 'on' && may(user, 'user.second_factor.reset') && <FactorsOf user={user} />}
      {may(user, 'user.identity.unlink') && <ProviderOf user={user} />}
      {may(user, 'user.key_person.unlink') && <KeysOf user={user} />}
      <p className="soft">
        They can sign in again. Deactivate a person who must not come back; send a new activation link to one whose
        password is known to others.
      </p>
      <DialogEnd onPress={onClose} />
    </div>
  </Dialog>
);

function SessionsOf({ user }: Readonly<{ user: WholePerson }>): ReactNode {
  const key = ['sessions', user.id];
  const sessions = useQuery({
    queryKey: key,
    queryFn: () => service.users.sessions(user.id, { per_page: 100 }).all(),
  });
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const end = useMutation({
    mutationFn: ({ id }: Readonly<{ id: string }>) => service.users.endSession(user.id, id),
    onSuccess: () => toast('That session has ended.'),
    onSettled,
  });
  const endAll = useMutation({
    mutationFn: () => service.users.endSessions(user.id),
    onSuccess: ({ ended }) => toast(`${plural(ended, 'session')} ended.`),
    onSettled,
  });
  const count = sessions.data?.length ?? 0;
  const mayEnd = may(user, 'session.end_of_user');
  return (
    <section className="plain">
      <div className="row">
        <h3 className="grow">Sessions</h3>
        {count > 0 && mayEnd && (
          <Button onPress={() => endAll.mutate()} isBusy={endAll.isPending}>
            End all
          </Button>
        )}
      </div>
      <Failure error={sessions.error ?? end.error ?? endAll.error} />
      {sessions.isPending && <Loading what="their sessions" rows={2} />}
      {sessions.data !== undefined && count === 0 && <p className="soft">Not signed in anywhere.</p>}
      <SessionList sessions={sessions.data ?? []} onEnd={mayEnd ? end.mutate : undefined} />
    </section>
  );
}

function FactorsOf({ user }: Readonly<{ user: WholePerson }>): ReactNode {
  const reset = useMutation({
    mutationFn: () => service.users.resetSecondFactor(user.id),
    onSuccess: () => toast('They have no second factor any more, and their sessions have ended.'),
    onSettled: () =>
      Promise.all([['sessions', user.id], ['people']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <section className="plain">
      <h3>Second factor</h3>
      <Failure error={reset.error} />
      <div className="row">
        <p className="soft grow">
          Remove it where they lost it. Make sure that it is they who ask: their password alone signs in afterwards.
        </p>
        <Button onPress={() => reset.mutate()} isBusy={reset.isPending} label="Remove the second factor">
          Remove
        </Button>
      </div>
    </section>
  );
}

function ProviderOf({ user }: Readonly<{ user: WholePerson }>): ReactNode {
  const offer = useOffer();
  const unlink = useMutation({
    mutationFn: () => service.users.unlinkIdentity(user.id),
    onSuccess: () => toast('Not linked any more. Without a password they need a new activation link.'),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions', user.id] }),
  });
  if (offer.data?.sign_in.oidc !== true) return null;
  return (
    <section className="plain">
      <h3>Organisation’s account</h3>
      <Failure error={unlink.error} />
      <div className="row">
        <p className="soft grow">Once unlinked, it signs in as them no more, and sessions that began with it end.</p>
        <Button onPress={() => unlink.mutate()} isBusy={unlink.isPending}>
          Unlink it
        </Button>
      </div>
    </section>
  );
}

function KeysOf({ user }: Readonly<{ user: WholePerson }>): ReactNode {
  const proof = useOffer().data?.key_service?.proof ?? 'grant';
  const unlink = useMutation({
    mutationFn: () => service.users.unlinkKeyPerson(user.id),
    onSuccess: () => toast('Not linked any more. They link themself again.'),
  });
  if (proof === 'grant') return null;
  return (
    <section className="plain">
      <h3>Key service</h3>
      <Failure error={unlink.error} />
      <div className="row">
        <p className="soft grow">
          Their keys go to one person of the key service. Remove the link where they have another person there now.
        </p>
        <Button onPress={() => unlink.mutate()} isBusy={unlink.isPending} label="Remove the link to the key service">
          Remove the link
        </Button>
      </div>
    </section>
  );
}

function TokensOf({ user }: Readonly<{ user: WholePerson }>): ReactNode {
  const key = ['tokens', user.id];
  const tokens = useQuery({ queryKey: key, queryFn: () => service.users.tokens(user.id, { per_page: 100 }).all() });
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => service.tokens.revoke(id),
    onSuccess: (_, { name }) => toast(`${name} is revoked, and the tokens made with it.`),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <section className="plain">
      <h3>API tokens</h3>
      <Failure error={tokens.error ?? revoke.error} />
      {tokens.isPending && <Loading what="their tokens" rows={1} />}
      {tokens.data?.length === 0 && <p className="soft">No program works as them.</p>}
      <ul className="lines">
        {tokens.data?.map((token) => (
          <li key={token.id} className="row">
            <div className="grow">
              <strong>{token.name}</strong>
              <div className="soft">
                {[
                  token.scopes?.join(', ') ?? 'everything that they may',
                  token.last_used_at === null ? 'never used' : `used ${formatTimeAgo(token.last_used_at)}`,
                ].join(' · ')}
              </div>
            </div>
            {may(user, 'token.revoke') && (
              <Button kind="quiet" label={`Revoke ${token.name}`} onPress={() => revoke.mutate(token)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
