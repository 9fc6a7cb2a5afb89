import type { PendingSignIn } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { HAS_PASSKEYS, signWithPasskey } from '../../base/passkeys.ts';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { answerOf } from '../../design/prove-factor.tsx';
import { Failure, Loading, Notice } from '../../design/text.tsx';
import { AddFactor } from './add-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = Readonly<{ step: PendingSignIn; onDone: () => Promise<void> }>;

/** The second step of a sign-in: a proof, or a second factor to add where the service requires one. */
export function SecondStep({ step, onDone }: Props): ReactNode {
  const { pending, ways } = step;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const options = useQuery({
    queryKey: ['second-step', pending],
    queryFn: () => service.entrance.secondStep({ pending }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (codes.length > 0)
    return (
      <div className="form">
        <RecoveryCodes codes={codes} />
        <Button kind="primary" onPress={() => void onDone()}>
          I keep these codes
        </Button>
      </div>
    );
  if (ways.length > 0) return <Proof step={step} passkey={options.data?.passkey ?? null} onDone={onDone} />;
  return (
    <>
      <Notice>This service requires a second factor beside your password. Add yours now.</Notice>
      <Failure error={options.error} />
      {options.isPending && <Loading what="what you need" rows={2} />}
      {options.data !== undefined && (
        <AddFactor
          options={options.data}
          add={async (answer) => setCodes((await service.entrance.finishSignIn({ pending, ...answer })).recovery_codes)}
        />
      )}
    </>
  );
}

function Proof({ step, passkey, onDone }: Props & Readonly<{ passkey: string | null }>): ReactNode {
  const { pending, ways } = step;
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => service.entrance.finishSignIn({ pending, ...answerOf(code) }),
    onSuccess: onDone,
  });
  const finishByPasskey = useMutation({
    mutationFn: async (asked: string) =>
      service.entrance.finishSignIn({ pending, passkey: await signWithPasskey(asked) }),
    onSuccess: onDone,
  });
  const hasApp = ways.includes('totp');
  return (
    <FieldForm onSend={finish.mutate}>
      <Failure error={finish.error ?? finishByPasskey.error} />
      {passkey !== null && HAS_PASSKEYS && (
        <Button kind="primary" onPress={() => finishByPasskey.mutate(passkey)} isBusy={finishByPasskey.isPending}>
          Use a passkey
        </Button>
      )}
      <Field
        label={hasApp ? 'Code' : 'Recovery code'}
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        hint={hasApp ? 'Of your authenticator app, or a recovery code' : undefined}
        isRequired
        autoFocus
      />
      <Button {...(passkey === null && { kind: 'primary' as const })} type="submit" isBusy={finish.isPending}>
        Go on
      </Button>
      <p className="soft">Lost all of them? Ask an administrator to remove your second factor.</p>
    </FieldForm>
  );
}
