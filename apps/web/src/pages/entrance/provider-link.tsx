import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMyself } from '../../base/me.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';

/** Address at the identity provider that links its person to the user of an activation link, or to the signed-in one. */
async function beginLink(invitation: string | undefined): Promise<string> {
  const answer = await fetch('/sign-in/oidc', {
    method: 'POST',
    headers: { Accept: 'application/json', 'X-Strongroom': '1' },
    body: new URLSearchParams(invitation === undefined ? {} : { invitation }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service of this page answers
  const { data, error } = (await answer.json()) as Begun;
  if (data === undefined) throw new Error(error?.message ?? 'The identity provider cannot be reached.');
  return data.url;
}

type Begun = Readonly<{ data?: Readonly<{ url: string }>; error?: Readonly<{ message: string }> }>;

/**
 * Lets an activation link lead to the account of the organisation instead of a password, or without one the signed-in user
 * to it, where the service offers that.
 */
export function ProviderLink({ invitation }: Readonly<{ invitation?: string }>): ReactNode {
  const offer = useOffer();
  const link = useMutation({
    mutationFn: () => beginLink(invitation),
    onSuccess: (address) => location.assign(address),
  });
  if (offer.data?.sign_in.oidc !== true) return null;
  return (
    <>
      <Failure error={link.error} />
      <Button onPress={() => link.mutate()} isBusy={link.isPending}>
        Use your organisation’s account
      </Button>
    </>
  );
}

/** Links the signed-in user, where the service offers that, or unlinks them. */
export function ProviderAccount(): ReactNode {
  const offer = useOffer();
  const { identity_linked: isLinked } = useMyself();
  if (isLinked) return <LinkedAccount />;
  if (offer.data?.sign_in.oidc !== true) return null;
  return (
    <section className="card form">
      <h2>Organisation’s account</h2>
      <p className="soft">
        Link it once and sign in with it from then on. You can unlink it here as long as you have a password.
      </p>
      <div>
        <ProviderLink />
      </div>
    </section>
  );
}

function LinkedAccount(): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="card form">
      <h2>Organisation’s account</h2>
      <p className="soft">You can sign in with the account of your organisation.</p>
      <div>
        <Button onPress={() => setAsking(true)}>Unlink it</Button>
      </div>
      {isAsking && <UnlinkDialog onClose={() => setAsking(false)} />}
    </section>
  );
}

function UnlinkDialog({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const unlink = useMutation({
    mutationFn: () => service.account.unlinkIdentity(),
    onSuccess: async () => {
      onClose();
      toast('Unlinked. You sign in with your password from now on.');
      // A session that began with that account has ended: this leads to the page of signing in.
      await queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <FormDialog
      title="Unlink your organisation’s account?"
      action="Unlink"
      kind="danger"
      work={unlink}
      onClose={onClose}
    >
      <p>
        You sign in with your password from then on. Sessions that began with that account end, this one too if it is
        one of them.
      </p>
    </FormDialog>
  );
}
