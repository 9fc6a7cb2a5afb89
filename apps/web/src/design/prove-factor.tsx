import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PageError } from '../base/explain.ts';
import { HAS_PASSKEYS, signWithPasskey } from '../base/passkeys.ts';
import { service } from '../base/service.ts';
import { Button, Field } from './controls.tsx';
import { Failure, Notice } from './text.tsx';

/** Six digits are a code of an app; a recovery code is longer. */
export const answerOf = (typed: string): Readonly<{ code: string } | { recovery_code: string }> =>
  /^\d{3}\s?\d{3}$/u.test(typed.trim()) ? { code: typed } : { recovery_code: typed };

/** Asks for the second factor again, where its proof is too old for what a person wants to do. */
export function ProveFactor({ onProven }: Readonly<{ onProven: () => void }>): ReactNode {
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: () => service.secondFactor.check(answerOf(code)),
    onSuccess: onProven,
  });
  const proveByPasskey = useMutation({
    mutationFn: async () => {
      const { state, passkey } = await service.secondFactor.options();
      if (passkey === null) throw new PageError('You have no passkey. Type a code.');
      return service.secondFactor.check({ state, passkey: await signWithPasskey(passkey) });
    },
    onSuccess: onProven,
  });
  return (
    <div className="form">
      <Notice>This takes a proof of your second factor from the last ten minutes.</Notice>
      <Failure error={prove.error ?? proveByPasskey.error} />
      <Field
        label="Code"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        hint="Of your authenticator app, or a recovery code"
        autoFocus
      />
      <div className="row">
        <Button onPress={() => prove.mutate()} isBusy={prove.isPending} isDisabled={code === ''}>
          Prove it
        </Button>
        {HAS_PASSKEYS && (
          <Button onPress={() => proveByPasskey.mutate()} isBusy={proveByPasskey.isPending}>
            Use a passkey
          </Button>
        )}
      </div>
    </div>
  );
}
