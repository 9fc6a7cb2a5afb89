import type { WaitingDeviceLogin } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDateTime, formatTimeAgo } from '../../base/format.ts';
import { useMyself } from '../../base/me.ts';
import { useOffer } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { FieldForm } from '../../design/field-form.tsx';
import { Failure, Notice, PageHead } from '../../design/text.tsx';

/**
 * A form where a person types the code of a program, sees the asking program, and answers. The code is typed and never in
 * the address: a link that another person sends must not be half of a permission.
 */
export function DeviceCode(): ReactNode {
  const offered = useOffer().data?.sign_in;
  const [code, setCode] = useState('');
  const find = useMutation({ mutationFn: () => service.account.findDeviceLogin({ user_code: code }) });
  const again = (): void => {
    setCode('');
    find.reset();
  };
  return (
    <>
      <PageHead title="Sign in another computer" />
      {offered?.device_code === false ? (
        <Notice tone="warn">This service has turned off sign-ins by device code.</Notice>
      ) : find.data === undefined ? (
        <section className="card">
          <FieldForm onSend={find.mutate}>
            <Failure error={find.error} />
            <p>
              A program on a computer without a browser shows a code, such as <code>WDJB-MJHT</code>. Type it only if
              you started that program yourself. Nothing happens before you have seen who asks.
            </p>
            <Field label="Code" value={code} onChange={setCode} isRequired autoFocus autoComplete="off" />
            <div>
              <Button kind="primary" type="submit" isBusy={find.isPending}>
                Continue
              </Button>
            </div>
          </FieldForm>
        </section>
      ) : (
        <Answer key={find.data.id} code={code} waiting={find.data} onAgain={again} />
      )}
    </>
  );
}

type AnswerProps = Readonly<{ code: string; waiting: WaitingDeviceLogin; onAgain: () => void }>;

function Answer({ code, waiting, onAgain }: AnswerProps): ReactNode {
  const me = useMyself();
  const answer = useMutation({
    mutationFn: (isAllowed: boolean) =>
      isAllowed
        ? service.account.allowDeviceLogin({ user_code: code })
        : service.account.refuseDeviceLogin({ user_code: code }),
  });
  const top = useRef<HTMLHeadingElement>(null);
  // The element with the focus is gone, so the focus moves to the heading.
  useEffect(() => top.current?.focus(), []);
  useEffect(() => {
    if (answer.isSuccess) top.current?.focus();
  }, [answer.isSuccess]);
  if (answer.isSuccess)
    return (
      <section className="card form">
        <h2 ref={top} tabIndex={-1}>
          {answer.data.allowed ? 'Allowed' : 'Refused'}
        </h2>
        {answer.data.allowed ? (
          <p>
            Go back to the terminal: it goes on within a few seconds. Stay signed in here until then. You find the
            session, and end it, on your <a href="/account#sign-in">account page</a>.
          </p>
        ) : (
          <p>That computer did not get in. If you did not start this, tell an administrator about it.</p>
        )}
        <div>
          <Button onPress={onAgain}>Type another code</Button>
        </div>
      </section>
    );
  return (
    <section className="card form">
      <h2 ref={top} tabIndex={-1}>
        Let this computer in as {me.name || me.email}?
      </h2>
      <Failure error={answer.error} />
      <dl className="facts">
        <dt>It calls itself</dt>
        <dd dir="auto">{waiting.client_name}</dd>
        <dt>Address</dt>
        <dd>
          <code>{waiting.ip}</code>, {waiting.your_network ? 'the network you use now' : 'not the network you use now'}
        </dd>
        <dt>Asked</dt>
        <dd>{formatTimeAgo(waiting.created_at)}</dd>
        <dt>Until</dt>
        <dd>{formatDateTime(waiting.expires_at)}</dd>
      </dl>
      <Notice tone="warn">
        It sees and does everything that you can. Allow it only if you started this yourself, a moment ago, on that
        computer. If another person sent you the code, or asked you to type it, refuse.
      </Notice>
      <div className="row">
        <Button kind="primary" isBusy={answer.isPending} onPress={() => answer.mutate(true)}>
          Allow
        </Button>
        <Button isIdle={answer.isPending} onPress={() => answer.mutate(false)}>
          Refuse
        </Button>
      </div>
    </section>
  );
}
