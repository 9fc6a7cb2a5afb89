import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { encode } from 'uqr';
import { createPasskey, HAS_PASSKEYS } from '../../base/passkeys.ts';
import { Button, Field, Secret } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { DialogEnd } from '../../design/layers.tsx';
import { Failure } from '../../design/text.tsx';
import { programOf } from './program.ts';
import './add-factor.css';

type Answer = Readonly<{ name: string } & ({ code: string } | { passkey: string })>;
type Options = Readonly<{ totp: Readonly<{ secret: string; address: string }> | null; new_passkey: string | null }>;

type AddFactorProps = Readonly<{
  options: Options;
  /** Sends the answer. Its refusal is shown here. */
  add: (answer: Answer) => Promise<unknown>;
  /** The way out of the dialog around, below which the button of the app is then. */
  onCancel?: () => void;
}>;

/** Adds a passkey or an authenticator app. */
export function AddFactor({ options, add, onCancel }: AddFactorProps): ReactNode {
  const form = useId();
  const [code, setCode] = useState('');
  const byCode = useMutation({ mutationFn: () => add({ name: 'authenticator', code }) });
  const byPasskey = useMutation({
    mutationFn: async (asked: string) =>
      add({ name: programOf(navigator.userAgent).slice(0, 100), passkey: await createPasskey(asked) }),
  });
  const { totp, new_passkey: asked } = options;
  const hasPasskeys = HAS_PASSKEYS && asked !== null;
  const send = totp !== null && (
    <Button
      type="submit"
      form={form}
      kind={hasPasskeys ? undefined : 'primary'}
      isBusy={byCode.isPending}
      isDisabled={code === ''}
    >
      Add the app
    </Button>
  );
  return (
    <div className="form">
      <Failure error={byCode.error ?? byPasskey.error} />
      {hasPasskeys ? (
        <>
          <p className="label">
            <strong>Passkey</strong>
          </p>
          <p className="soft">A passkey is in this device, in your password manager, or in a security key.</p>
          <div>
            <Button kind="primary" onPress={() => byPasskey.mutate(asked)} isBusy={byPasskey.isPending}>
              Add a passkey
            </Button>
          </div>
        </>
      ) : (
        <p className="soft">{noPasskeyBecause(asked !== null)}</p>
      )}
      {totp !== null && (
        <>
          <p className="label">
            <strong>Authenticator app</strong>
          </p>
          <p className="soft">Scan this with the app, or type its secret there. Then type the code that it shows.</p>
          <QrCode of={totp.address} label="Secret of the authenticator app" />
          <Secret label="the secret">{totp.secret}</Secret>
          <FieldForm id={form} onSend={byCode.mutate}>
            <Field
              label="Code"
              value={code}
              onChange={setCode}
              autoComplete="one-time-code"
              hint="Six digits"
              autoFocus={!hasPasskeys}
            />
            {onCancel === undefined && <div>{send}</div>}
          </FieldForm>
        </>
      )}
      {onCancel !== undefined && (
        <DialogEnd onPress={onCancel} main={send}>
          Cancel
        </DialogEnd>
      )}
    </div>
  );
}

const noPasskeyBecause = (isOffered: boolean): string =>
  isOffered
    ? 'This browser makes no passkeys, so use an authenticator app.'
    : 'A passkey needs a service with a host name and https, so use an authenticator app here.';

/** A text as a QR code, dark on light in every theme: programs that scan expect that. */
function QrCode({ of, label }: Readonly<{ of: string; label: string }>): ReactNode {
  const { data, size } = encode(of, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
