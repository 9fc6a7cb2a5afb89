import type { NewToken, Token } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate, formatTimeAgo } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SecretDialog } from '../../design/secret-dialog.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';

/** A directory is seldom set up again: as long as a token may live. */
const YEAR = 31_536_000;
const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['tokens'] });

const isOfDirectory = ({ scopes }: Token): boolean => scopes?.length === 1 && scopes[0] === 'scim';

/** Own tokens that open the directory and nothing else. */
export function DirectoryTokens({ canMake }: Readonly<{ canMake: boolean }>): ReactNode {
  const found = useQuery({ queryKey: ['tokens'], queryFn: () => service.tokens.list({ per_page: 100 }).all() });
  const [isMaking, setMaking] = useState(false);
  const [ended, setEnded] = useState<Token>();
  const tokens = found.data?.filter(isOfDirectory);
  return (
    <section className="card form">
      <h2>Directory</h2>
      <p className="soft">
        Entra ID, Okta and other directories keep people and org units over SCIM, at{' '}
        <code>{`${window.location.origin}/scim/v2`}</code>, with a token and the rights of the person who made it.{' '}
        <a href="/docs/how-to/provision-from-a-directory">How to set one up</a>
      </p>
      <Failure error={found.error} />
      {found.isPending && <Loading what="tokens" rows={1} />}
      {tokens?.length === 0 && (
        <p className="soft">You have no directory token. Until there is one, people are invited by hand.</p>
      )}
      {tokens !== undefined && tokens.length > 0 && (
        <ul className="lines" aria-label="Directory tokens">
          {tokens.map((token) => (
            <li key={token.id} className="row">
              <div className="grow">
                <strong>{token.name}</strong> <span className="soft mono">{token.prefix}…</span>
                <div className="soft">{factsOf(token)}</div>
              </div>
              <Button kind="quiet" label={`End ${token.name}`} onPress={() => setEnded(token)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canMake && (
        <div>
          <Button icon="plus" onPress={() => setMaking(true)}>
            New directory token
          </Button>
        </div>
      )}
      {isMaking && <NewDirectoryToken onClose={() => setMaking(false)} />}
      {ended !== undefined && <EndDialog token={ended} onClose={() => setEnded(undefined)} />}
    </section>
  );
}

const factsOf = ({ last_used_at: used, expires_at: end }: Token): string =>
  [
    used === null ? 'never used' : `used ${formatTimeAgo(used)}`,
    end === null ? 'does not end' : `ends ${formatDate(end)}`,
  ].join(' · ');

function NewDirectoryToken({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const [name, setName] = useState('');
  const make = useMutation<NewToken>({
    mutationFn: () => service.tokens.create({ name, expires_in: YEAR, scopes: ['scim'] }),
    onSettled: changed,
  });
  if (make.data?.token)
    return (
      <SecretDialog
        title={isolateNames`Token ${make.data.name}`}
        name="the token"
        secret={make.data.token}
        onClose={onClose}
      >
        The token is shown this once. The directory sends it as bearer token.
      </SecretDialog>
    );
  return (
    <FormDialog title="New directory token" action="Make the token" work={make} isAlert onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={100} autoFocus placeholder="Entra ID" />
      <p className="soft">It works for a year, for the directory only, and ends when you are deactivated.</p>
    </FormDialog>
  );
}

function EndDialog({ token, onClose }: Readonly<{ token: Token; onClose: () => void }>): ReactNode {
  const revoke = useMutation({
    mutationFn: () => service.tokens.revoke(token.id),
    onSuccess: () => {
      toast(isolateNames`${token.name} works no longer.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isolateNames`End ${token.name}?`}
      action="End"
      kind="danger"
      work={revoke}
      isAlert
      onClose={onClose}
    >
      <p>The directory that uses it changes nothing here from then on, until it has another token.</p>
    </FormDialog>
  );
}
