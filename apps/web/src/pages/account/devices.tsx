import { deviceCalls, type ListedDevice, StrongroomError } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatTimeAgo } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useOffer } from '../../base/queries.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Table } from '../../design/table.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import type { Enrolment } from '../../keys/device-store.ts';
import { enrolHere, forgetOwnEnrolment, isBesideSignIn, isLinked, linkMe, removeDevice } from '../../keys/enrolment.ts';
import { useEnrolment } from '../../keys/use-enrolment.ts';
import { KeySignInCard, OtherPerson } from './key-sign-in.tsx';

/** The devices that prove a person to the key service, where it asks for that. */
export function Devices(): ReactNode {
  const offered = useOffer().data?.key_service;
  const enrolment = useEnrolment();
  const hasSignIn = offered?.proof === 'oidc';
  if (!hasSignIn && !enrolment.data && (!offered || offered.proof === null || offered.proof === 'grant')) return null;
  return (
    <>
      {hasSignIn && <KeySignInCard />}
      <section className="card form">
        <h2>Devices with keys</h2>
        <p className="soft">
          {hasSignIn
            ? 'Some files may need a device that the key service knows, on top of the sign-in there. Ask its operator for a code then, once for each device.'
            : 'Files open on devices that the key service knows. Ask its operator for a code, once for each device.'}
        </p>
        {enrolment.isPending && <Loading what="this browser" />}
        {enrolment.data === null && <EnrolForm />}
        {enrolment.data && <Enrolled enrolment={enrolment.data} />}
      </section>
    </>
  );
}

function EnrolForm(): ReactNode {
  const me = useMyself();
  const offered = useOffer().data?.key_service ?? null;
  const [code, setCode] = useState('');
  const enrol = useMutation({
    mutationFn: () => enrolHere(me, offered, code.trim()),
    onSuccess: () => toast('This browser is enrolled.'),
  });
  return (
    <FieldForm onSend={enrol.mutate}>
      <Failure error={enrol.error} />
      <Field
        label="Enrolment code"
        value={code}
        onChange={setCode}
        isRequired
        autoComplete="off"
        hint="It begins with srk_ and works once"
      />
      <div>
        <Button type="submit" isBusy={enrol.isPending}>
          Enrol this browser
        </Button>
      </div>
    </FieldForm>
  );
}

function Enrolled({ enrolment }: Readonly<{ enrolment: Enrolment }>): ReactNode {
  const me = useMyself();
  const { url, device } = enrolment;
  const devices = useQuery({
    queryKey: ['devices', device.id],
    queryFn: () => deviceCalls({ url, device, attempts: 2 }).list(),
  });
  const [removed, setRemoved] = useState<ListedDevice>();
  const isRefused = devices.error instanceof StrongroomError && devices.error.code === 'PERSON_INVALID';
  if (isRefused)
    return (
      <>
        <Notice tone="warn">The key service no longer accepts this browser: it was removed from another device.</Notice>
        <div>
          <Button onPress={() => void forgetOwnEnrolment(me.id)}>Enrol it again</Button>
        </div>
      </>
    );
  return (
    <>
      {!isBesideSignIn(enrolment) && !isLinked(me, enrolment) && <LinkAgain enrolment={enrolment} />}
      <Failure error={devices.error} />
      {devices.isPending && <Loading what="your devices" />}
      {devices.data !== undefined && (
        <Table
          label="Devices with keys"
          rows={devices.data}
          idOf={(one) => one.device}
          columns={[
            {
              id: 'name',
              head: 'Name',
              cell: (one) => (
                <>
                  {one.name || 'without a name'} {one.current && <span className="soft">this browser</span>}
                </>
              ),
            },
            {
              id: 'enrolled',
              head: 'Enrolled',
              cell: (one) => <span className="soft">{formatTimeAgo(one.enrolled_at)}</span>,
            },
          ]}
          actions={(one) => (
            <Button kind="quiet" label={`Remove ${one.name}`} onPress={() => setRemoved(one)}>
              Remove
            </Button>
          )}
        />
      )}
      {removed !== undefined && (
        <RemoveDevice enrolment={enrolment} device={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

type RemoveProps = Readonly<{ enrolment: Enrolment; device: ListedDevice; onClose: () => void }>;

function RemoveDevice({ enrolment, device, onClose }: RemoveProps): ReactNode {
  const remove = useMutation({
    mutationFn: () => removeDevice(enrolment, device.device),
    onSuccess: () => {
      toast('Removed. It gets no key any more.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  const name = device.name || 'a device without a name';
  return (
    <FormDialog
      title={isolateNames`Remove ${name}?`}
      action="Remove"
      kind="danger"
      work={remove}
      isAlert
      onClose={onClose}
    >
      <p>
        {device.current ? 'This browser' : 'It'} opens no file any more. To use it again, enrol it with a new code from
        the operator of the key service.
      </p>
    </FormDialog>
  );
}

function LinkAgain({ enrolment }: Readonly<{ enrolment: Enrolment }>): ReactNode {
  const me = useMyself();
  const link = useMutation({ mutationFn: () => linkMe(me, enrolment), onSuccess: () => toast('Linked.') });
  if (me.key_person !== null) return <OtherPerson person={enrolment.person.id} linked={me.key_person.id} />;
  return (
    <>
      <Notice tone="warn">This browser is enrolled, but your account is not linked to its person yet.</Notice>
      <Failure error={link.error} />
      <div>
        <Button isBusy={link.isPending} onPress={() => link.mutate()}>
          Link my account
        </Button>
      </div>
    </>
  );
}
