import type { Me } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { zoneName } from '../../base/format.ts';
import { loadLater } from '../../base/later.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { setTheme, type Theme, useTheme } from '../../base/theme.ts';
import { Classification } from '../../design/classification.tsx';
import { Button, Field, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { PageParts } from '../../design/page-parts.tsx';
import { Loading, PageHead } from '../../design/text.tsx';
import { ProviderAccount } from '../entrance/provider-link.tsx';
import { roleName } from '../org-roles.ts';
import { Devices } from './devices.tsx';
import { NewsMails } from './news-mails.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

const SecondFactors = loadLater(() => import('./second-factors.tsx').then(({ SecondFactors: it }) => it));

const ChangeEmail = loadLater(() => import('../change-email.tsx').then(({ ChangeEmail: it }) => it));

export function Account(): ReactNode {
  const me = useMyself();
  const theme = useTheme();
  const { data: offer } = useOffer();
  const [isNaming, setNaming] = useState(false);
  const [isMoving, setMoving] = useState(false);
  return (
    <>
      <PageHead title="Account" />
      <PageParts
        parts={[
          {
            id: 'profile',
            name: 'Profile',
            note: 'Your name and address, what you see, and how the pages look.',
            content: (
              <>
                <section className="card form">
                  <h2>You</h2>
                  <dl className="facts">
                    <dt>Name</dt>
                    <dd className="row">
                      {me.name || 'not set'}
                      <Button kind="link" onPress={() => setNaming(true)}>
                        Change
                      </Button>
                    </dd>
                    <dt>E-mail</dt>
                    <dd>
                      <div className="row">
                        {me.email}
                        <Button kind="link" label="Change the e-mail address" onPress={() => setMoving(true)}>
                          Change
                        </Button>
                      </div>
                      {me.pending_email !== undefined && (
                        <div className="soft">{me.pending_email} waits until both addresses are confirmed.</div>
                      )}
                    </dd>
                    <dt>Role</dt>
                    <dd>{roleName(me.role)}</dd>
                    <dt>Clearance</dt>
                    <dd>
                      <Classification label={me.effective_clearance} /> You see rooms and files up to this label.
                    </dd>
                    <dt>Dates and times</dt>
                    <dd>
                      in {zoneName()} <span className="soft">the time zone of this browser</span>
                    </dd>
                  </dl>
                  <Select
                    label="Appearance"
                    hint="A choice is saved at once, for this browser."
                    value={theme}
                    onChange={(next) =>
                      setTheme(next === 'light' || next === 'dark' ? next : ('system' satisfies Theme))
                    }
                    options={[
                      { id: 'system', name: 'As the system' },
                      { id: 'light', name: 'Light' },
                      { id: 'dark', name: 'Dark' },
                    ]}
                  />
                </section>
                {may(me, 'receipt.list') && (
                  <section className="card row">
                    <div className="grow">
                      <h2>Receipts</h2>
                      <p className="soft">What became of the rooms that you destroyed.</p>
                    </div>
                    <a className="button" href="/receipts">
                      Show them
                    </a>
                  </section>
                )}
              </>
            ),
          },
          {
            id: 'sign-in',
            name: 'Signing in',
            note: 'What a sign-in takes, and where you are signed in.',
            content: (
              <>
                <Suspense fallback={<Loading what="your second factors" rows={2} />}>
                  <SecondFactors />
                </Suspense>
                <OwnSessions />
                <PasswordForm />
                <ProviderAccount />
              </>
            ),
          },
          {
            id: 'mails',
            name: 'Mails',
            note: 'Mails when something happens in your rooms.',
            content: <NewsMails />,
          },
          {
            id: 'programs',
            // A sign-in at the key service ends here.
            holds: ['code='],
            name: 'Devices and programs',
            note: 'Keys, the command line, and programs that act for you.',
            content: (
              <>
                <Devices />
                {offer?.sign_in.device_code === true && (
                  <section className="card row">
                    <div className="grow">
                      <h2>Another computer</h2>
                      <p className="soft">Sign in the command line of a computer without a browser.</p>
                    </div>
                    <a className="button" href="/device">
                      Type its code
                    </a>
                  </section>
                )}
                <section className="card row">
                  <div className="grow">
                    <h2>API tokens</h2>
                    <p className="soft">For programs and the command line.</p>
                  </div>
                  <a className="button" href="/settings/tokens">
                    Manage tokens
                  </a>
                </section>
              </>
            ),
          },
        ]}
      />
      {isNaming && <NameDialog me={me} onClose={() => setNaming(false)} />}
      {isMoving && (
        <Suspense fallback={null}>
          <ChangeEmail user={{ ...me, may: undefined }} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </>
  );
}

function NameDialog({ me, onClose }: Readonly<{ me: Me; onClose: () => void }>): ReactNode {
  const [name, setName] = useState(me.name);
  const edit = useMutation({
    mutationFn: () => service.users.edit(me.id, { name: name.trim() }),
    onSuccess: async () => {
      await Promise.all([['me'], ['people'], ['members']].map((queryKey) => queries.invalidateQueries({ queryKey })));
      onClose();
    },
  });
  return (
    <FormDialog title="Change your name" action="Save" work={edit} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={100} autoComplete="name" autoFocus />
    </FormDialog>
  );
}
