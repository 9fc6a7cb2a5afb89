import type { SecondFactors as SecondFactorsOfMe } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate, plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { ProveFactor } from '../../design/prove-factor.tsx';
import { Badge, Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { AddFactor } from '../entrance/add-factor.tsx';
import { RecoveryCodes } from '../entrance/recovery-codes.tsx';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['second-factor'] });

type Change = Readonly<{ id: string; name: string }>;

/** The second factors of the person, on their account page. */
export function SecondFactors(): ReactNode {
  const found = useQuery({ queryKey: ['second-factor'], queryFn: () => service.secondFactor.get() });
  const [isAdding, setAdding] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const [removed, setRemoved] = useState<Change>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const factors = found.data?.factors ?? [];
  return (
    <section className="card form">
      <div className="row">
        <h2 className="grow">Second factor</h2>
        <Button onPress={() => setAdding(true)}>Add one</Button>
      </div>
      <p className="soft">
        {found.data?.required === true
          ? 'This service requires one beside your password.'
          : 'With a passkey or an authenticator app, nobody can sign in with your password alone.'}
      </p>
      <Failure error={found.error} />
      {found.isPending && <Loading what="your second factors" rows={1} />}
      {factors.length > 0 && (
        <ul className="lines">
          {factors.map(({ id, way, name, created_at: at }) => (
            <li key={id} className="row">
              <div className="grow">
                <strong>{name}</strong> <Badge>{way === 'totp' ? 'app' : 'passkey'}</Badge>
                <div className="soft">since {formatDate(at)}</div>
              </div>
              <Button kind="quiet" label={`Remove ${name}`} onPress={() => setRemoved({ id, name })}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {factors.length > 0 && (
        <div className="row">
          <p className="soft grow">{plural(found.data?.recovery_codes_left ?? 0, 'recovery code')} left.</p>
          <Button onPress={() => setRenewing(true)}>Make new ones</Button>
        </div>
      )}
      {isAdding && (
        <AddDialog
          isProofOld={factors.length > 0 && isOver(found.data)}
          onCodes={setCodes}
          onClose={() => setAdding(false)}
        />
      )}
      {isRenewing && <RenewDialog onCodes={setCodes} onClose={() => setRenewing(false)} />}
      {removed !== undefined && <RemoveDialog factor={removed} onClose={() => setRemoved(undefined)} />}
      {codes.length > 0 && (
        <Dialog title="Your recovery codes" isOpen onClose={() => setCodes([])} isAlert>
          <RecoveryCodes codes={codes} />
          <DialogEnd onPress={() => setCodes([])}>I keep these codes</DialogEnd>
        </Dialog>
      )}
    </section>
  );
}

type DialogProps = Readonly<{ onCodes: (codes: readonly string[]) => void; onClose: () => void }>;

function isOver(found: SecondFactorsOfMe | undefined): boolean {
  const until = found?.proven_until ?? null;
  return until === null || Date.parse(until) <= Date.now();
}

/** A proof of the last ten minutes comes first where there is a factor already: a passkey that is refused would stay in its device. */
function AddDialog({ isProofOld, onCodes, onClose }: DialogProps & Readonly<{ isProofOld: boolean }>): ReactNode {
  const options = useQuery({
    queryKey: ['second-factor', 'options'],
    queryFn: () => service.secondFactor.options(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title="Add a second factor" isOpen onClose={onClose}>
      <Failure error={options.error} />
      {options.isPending && <Loading what="what you need" rows={2} />}
      {isProofOld && <ProveFactor onProven={() => void changed()} />}
      {options.data !== undefined && !isProofOld ? (
        <AddFactor
          options={options.data}
          onCancel={onClose}
          add={async (answer) => {
            const { recovery_codes: codes } = await service.secondFactor.add({ state: options.data.state, ...answer });
            onClose();
            onCodes(codes);
            toast('Your second factor is added.');
            await changed();
          }}
        />
      ) : (
        <DialogEnd onPress={onClose}>Cancel</DialogEnd>
      )}
    </Dialog>
  );
}

function RenewDialog({ onCodes, onClose }: DialogProps): ReactNode {
  const renew = useMutation({
    mutationFn: () => service.secondFactor.makeRecoveryCodes(),
    onSuccess: ({ recovery_codes: codes }) => {
      onClose();
      onCodes(codes);
    },
    onSettled: changed,
  });
  return (
    <FormDialog title="Make new recovery codes?" action="Make them" work={renew} onClose={onClose}>
      <p>The codes that you have stop working.</p>
    </FormDialog>
  );
}

function RemoveDialog({ factor, onClose }: Readonly<{ factor: Change; onClose: () => void }>): ReactNode {
  const remove = useMutation({
    mutationFn: () => service.secondFactor.remove(factor.id),
    onSuccess: () => {
      toast(`${factor.name} is removed.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog title={`Remove ${factor.name}?`} action="Remove" kind="danger" work={remove} isAlert onClose={onClose}>
      <p>It signs you in no more. With your last one, your recovery codes end too.</p>
    </FormDialog>
  );
}
