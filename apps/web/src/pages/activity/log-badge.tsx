import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, Notice } from '../../design/text.tsx';
import { saveMade } from '../../save/save-made.ts';
import { checkEvent, checkLog, LogFault } from './log-check.ts';

const Outcome = ({ error }: Readonly<{ error: unknown }>): ReactNode =>
  error instanceof LogFault ? (
    <Notice tone="danger" isUrgent>
      <strong>The log does not verify.</strong> {error.message} Save an export, and tell your security officer.
    </Notice>
  ) : (
    <Failure error={error} />
  );

/** Verifies the signed head of the log in this browser. */
export function LogBadge(): ReactNode {
  const check = useMutation({ mutationFn: checkLog });
  return (
    <>
      <div className="row">
        <Button icon="status" onPress={() => check.mutate()} isBusy={check.isPending}>
          Verify the log
        </Button>
        <span className="soft">This browser checks signature and tree by itself.</span>
      </div>
      <Outcome error={check.error} />
      {check.data && (
        <Notice tone="good">
          <p>
            <strong>{plural(check.data.size, 'event')}, signed and intact.</strong>{' '}
            {check.data.before === undefined
              ? 'From now on this browser notices changes of them, until you sign out.'
              : `None of the ${plural(check.data.before, 'event')} that this browser saw before was changed.`}
          </p>
          {check.data.newer > 0 && (
            <p>
              {plural(check.data.newer, 'newer event is', 'newer events are')} not signed yet: the service signs once a
              minute. Verify again then.
            </p>
          )}
          <p>
            Root <code>{check.data.root}</code>
          </p>
          <Button icon="download" onPress={() => saveMade(check.data.note, 'checkpoint.txt')}>
            Keep this checkpoint
          </Button>
        </Notice>
      )}
    </>
  );
}

/** Verifies in this browser that the log holds an event. */
export function EventBadge({ id }: Readonly<{ id: string }>): ReactNode {
  const check = useMutation({ mutationFn: () => checkEvent(id) });
  if (check.data)
    return <Notice tone="good">This event is in the signed log of {plural(check.data.size, 'event')}.</Notice>;
  return (
    <>
      <Outcome error={check.error} />
      <div>
        <Button icon="status" onPress={() => check.mutate()} isBusy={check.isPending}>
          Verify this event
        </Button>
      </div>
    </>
  );
}
