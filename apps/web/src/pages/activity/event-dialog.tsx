import type { AuditEvent } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatNumber, plural, zoneName } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { Button } from '../../design/controls.tsx';
import { FactList } from '../../design/fact-list.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { actorOf } from './event-actor.ts';
import type { EventBurst } from './event-bursts.ts';
import { EventSentence } from './event-rows.tsx';
import type { SentenceNeeds } from './event-sentence.ts';
import { EventBadge } from './log-badge.tsx';

const LISTED = 100;

type Props = Readonly<{
  burst: EventBurst;
  known: SentenceNeeds;
  /** Reads older events, some of which may belong to the burst. */
  onMore: () => void;
  isReading: boolean;
  onClose: () => void;
}>;

/** Every event of a deed, and the facts of one. */
export function BurstDialog({ burst, known, onMore, isReading, onClose }: Props): ReactNode {
  const { events, keys, mayGoOn } = burst;
  const all = [...events, ...keys].toSorted((one, other) => other.seq - one.seq);
  const [chosen, choose] = useState<AuditEvent | undefined>(all.length === 1 ? all[0] : undefined);
  const [shown, setShown] = useState(LISTED);
  // The keys of the log are for its readers: an owner of a room who is none of them cannot verify a proof.
  const mayVerify = may(useMyself(), 'audit.read');
  const count = `${mayGoOn ? 'At least ' : ''}${plural(all.length, 'event')}`;
  if (chosen !== undefined)
    return (
      <Dialog title={`Details of event ${chosen.seq}`} isOpen onClose={onClose} isWide>
        <Facts event={chosen} known={known} />
        {mayVerify && <EventBadge id={chosen.id} />}
        <p className="soft">
          The log is hashed and signed: an export can be verified without this service, by{' '}
          <code>strongroom audit verify</code>.
        </p>
        <DialogEnd
          onPress={onClose}
          main={
            all.length > 1 && (
              <Button onPress={() => choose(undefined)}>Back to all {plural(all.length, 'event')}</Button>
            )
          }
        />
      </Dialog>
    );
  const rest = all.length - shown;
  return (
    <Dialog title={count} isOpen onClose={onClose} isWide>
      <p>
        <EventSentence events={events} known={{ ...known, mayGoOn }} />
      </p>
      <table className="list list-top" aria-label="Events of this row">
        <tbody>
          {all.slice(0, shown).map((event) => (
            <tr key={event.id}>
              <td className="wide-only soft short" title={`Event ${formatNumber(event.seq)}`}>
                <time dateTime={event.occurred_at}>{formatDateTime(event.occurred_at)}</time>
              </td>
              <td>
                <div className="event-part">
                  <EventSentence events={[event]} known={known} isShort />
                </div>
                <div className="narrow-only soft">{formatDateTime(event.occurred_at)}</div>
              </td>
              <td className="actions">
                <Button kind="quiet" label={`Details of event ${event.seq}`} onPress={() => choose(event)}>
                  Details
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <div>
          <Button onPress={() => setShown(shown + LISTED)}>Show {formatNumber(Math.min(rest, LISTED))} more</Button>
        </div>
      )}
      {mayGoOn && (
        <div className="row">
          <span className="grow soft">Earlier events, which are not loaded yet, may belong to these.</span>
          <Button onPress={onMore} isBusy={isReading}>
            Load earlier events
          </Button>
        </div>
      )}
      <p className="soft">
        Newest first: the row of these events is at the time of the newest. Times are in {zoneName()}.
      </p>
      <DialogEnd onPress={onClose} />
    </Dialog>
  );
}

/** The facts of an event in plain words, and the words of the machine about it for those who need them. */
function Facts({ event, known }: Readonly<{ event: AuditEvent; known: SentenceNeeds }>): ReactNode {
  const { actor, target, request } = event;
  return (
    <>
      <FactList
        facts={[
          ['Who', <bdi key="who">{actorOf(event, known)}</bdi>],
          ['What', <EventSentence key="what" events={[event]} known={known} isShort />],
          ['When', `${formatDateTime(event.occurred_at)}, ${zoneName()}`],
          ['From', placeOfCaller(request)],
        ]}
      />
      <details className="event-record">
        <summary>Details for programs</summary>
        <FactList
          facts={[
            ['Number', event.seq],
            ['Type', <code key="type">{event.type}</code>],
            ['Outcome', event.outcome],
            ['Rule', event.rule === null ? 'none refused' : <code key="rule">{event.rule ?? 'not shown to you'}</code>],
            ['Actor', <code key="actor">{`${actor.type} ${actor.id ?? ''}`}</code>],
            ['About', <code key="target">{`${target.type} ${target.id}`}</code>],
            [
              'Request',
              <code key="request">
                {request === undefined ? 'not shown to you' : (request?.id ?? 'by the service itself')}
              </code>,
            ],
            ['Data', <code key="data">{JSON.stringify(event.data)}</code>],
          ]}
        />
      </details>
    </>
  );
}

/** The address of a request, as far as the reader is shown it. */
function placeOfCaller(request: AuditEvent['request']): string {
  if (request === undefined) return 'an address that is not shown to you';
  if (request === null) return 'the service itself';
  return request.ip === '' ? 'an address that was erased' : request.ip;
}
