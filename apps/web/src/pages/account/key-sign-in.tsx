import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useMyself } from '../../base/me.ts';
import { useOffer } from '../../base/queries.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, Notice } from '../../design/text.tsx';
import {
  codeInAddress,
  finishSignIn,
  goToKeyService,
  isPersonOf,
  linkPerson,
  removeCode,
  useKeySignIn,
} from '../../keys/sign-in.ts';

type Question = Readonly<{
  person: Readonly<{ iss: string; id: string }>;
  link: Readonly<{ isPending: boolean; mutate: () => void }>;
}>;

/** Names the person of the sign-in, whose keys are those of the user once they are linked. */
function LinkQuestion({ person, link }: Question): ReactNode {
  const { key_person: known } = useMyself();
  if (known !== null) return <OtherPerson person={person.id} linked={known.id} />;
  return (
    <>
      <Notice tone="warn">
        You signed in at the key service as <strong>{person.id}</strong>. Is that you? Your account is linked to this
        person once.
      </Notice>
      <div>
        <Button isBusy={link.isPending} onPress={() => link.mutate()}>
          Link my account
        </Button>
      </div>
    </>
  );
}

/** For a person whom the service would refuse. */
export const OtherPerson = ({ person, linked }: Readonly<{ person: string; linked: string }>): ReactNode => (
  <Notice tone="warn">
    Here you are <strong>{person}</strong> at the key service, and your account is linked to <strong>{linked}</strong>.
    Prove yourself as that person, or ask an owner of the organisation or a security officer to remove the link.
  </Notice>
);

/** The sign-in at the key service, where that is how people prove themselves. */
export function KeySignInCard(): ReactNode {
  const me = useMyself();
  const offered = useOffer().data?.key_service ?? null;
  const { data: stored } = useKeySignIn();
  const [code] = useState(codeInAddress);
  const begin = useMutation({ mutationFn: () => goToKeyService(me, offered) });
  const finish = useMutation({ mutationFn: (brought: string) => finishSignIn(me, brought) });
  const link = useMutation({ mutationFn: () => linkPerson(me) });
  const { mutate, isIdle } = finish;
  useEffect(() => {
    if (code === null || !isIdle) return;
    removeCode();
    mutate(code);
  }, [code, mutate, isIdle]);
  const isSignedIn = stored?.session !== undefined;
  const isLinked = isSignedIn && isPersonOf(me, stored);
  return (
    <section className="card form">
      <h2>Key service</h2>
      <p className="soft">
        Files open after a sign-in at the key service, with the account of your organisation. It lasts an hour.
      </p>
      <Failure error={begin.error ?? finish.error ?? link.error} />
      {isLinked && <p>You are signed in at the key service.</p>}
      {stored?.session !== undefined && !isLinked && !finish.isPending && (
        <LinkQuestion person={stored.session.person} link={link} />
      )}
      <div>
        <Button isBusy={begin.isPending || finish.isPending} onPress={() => begin.mutate()}>
          {isSignedIn ? 'Sign in there again' : 'Sign in at the key service'}
        </Button>
      </div>
    </section>
  );
}
