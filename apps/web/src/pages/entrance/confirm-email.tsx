import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, Notice } from '../../design/text.tsx';
import { Entrance } from './entrance.tsx';

/** The page of a link that confirms a change of an address. Programs that look at links of mails press no button. */
export function ConfirmEmail({ token }: Readonly<{ token: string }>): ReactNode {
  const confirm = useMutation({ mutationFn: () => service.entrance.confirmEmail({ token }) });
  return (
    <Entrance title="Confirm the change of your address" foot={<a href="/sign-in">Sign in</a>}>
      <Failure error={confirm.error} />
      {confirm.data === undefined ? (
        <>
          <p>The address of an account changes when the present address and the new one have both confirmed it.</p>
          <Button kind="primary" isBusy={confirm.isPending} onPress={() => confirm.mutate()}>
            Confirm
          </Button>
        </>
      ) : (
        <Notice tone="good">
          {confirm.data.changed
            ? 'The address has changed. Sign in with the new one from now on.'
            : 'Confirmed. The address changes when the other one has confirmed too: open the link in its mail.'}
        </Notice>
      )}
    </Entrance>
  );
}
