import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Failure, Notice } from '../../design/text.tsx';
import { saveMade } from '../../save/save-made.ts';
import { downloadFile } from '../../transfer/download-file.ts';
import { checkEvent, checkLog, LogFault } from './log-check.ts';

const Outcome = ({ error }: Readonly<{ error: unknown }>): ReactNode =>
  error instanceof LogFault ? (
    <Notice tone="danger" isUrgent>
      <strong>The log does not verify.</strong> {error.message} Save an export, and tell your security officer.
    </Notice>
  ) : (
    <Failure error={error} />
  );

/** The signed log of the organisation. Its size is not known before its end. */
const saveLog = (): Promise<void> =>
  downloadFile({ name: 'audit-log.tar', size: 0 }, async ({ signal }) =>
    (await service.audit.exportLog({ signal })).blob(),
  );

/** Verifies the signed head of the log in this browser. */
export function LogBadge(): ReactNode {
  const check = useMutation({ mutationFn: checkLog });
  return (
    <section className="card form no-print" aria-labelledby="signed-log">
      <h2 id="signed-log">Is the log untouched?</h2>
      <p className="soft">
        All events are one signed log. This browser checks that none of them was changed, removed or moved since it was
        signed. Only a checkpoint that is kept elsewhere shows a log that was written again with its key.
      </p>
      <div className="row">
        <Button icon="status" onPress={() => check.mutate()} isBusy={check.isPending}>
          Verify the log
        </Button>
        <Button kind="quiet" icon="download" onPress={() => void saveLog()}>
          Signed log
        </Button>
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
    </section>
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
