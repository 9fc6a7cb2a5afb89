import type { AuditEvent } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDateTime, plural, timeIn } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { pressActs } from '../../design/pointer-acts.ts';
import { Badge } from '../../design/text.tsx';
import { actorOf } from './event-actor.ts';
import type { EventBurst } from './event-bursts.ts';
import { type SentenceNeeds, sentenceOf } from './event-sentence.ts';
import type { SentencePart } from './sentence-parts.ts';

type SentenceProps = Readonly<{
  events: readonly AuditEvent[];
  known: SentenceNeeds;
  /** Without the actor, who is named above. */
  isShort?: boolean;
}>;

/** The sentence about some events, with its names set off. */
export function EventSentence({ events, known, isShort = false }: SentenceProps): ReactNode {
  const [event] = events;
  if (event === undefined) return null;
  return (
    <>
      {!isShort && (
        <>
          <strong>
            <bdi>{actorOf(event, known)}</bdi>
          </strong>{' '}
        </>
      )}
      {sentenceOf(events, known).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence have no other key
        <Part key={index} of={part} />
      ))}{' '}
      {event.outcome === 'denied' && <Badge tone="danger">refused</Badge>}
    </>
  );
}

function Part({ of: { text, isName, to } }: Readonly<{ of: SentencePart }>): ReactNode {
  if (isName !== true) return <span>{text}</span>;
  const name = <bdi className="event-name">{text}</bdi>;
  return to === undefined ? name : <a href={to}>{name}</a>;
}

type RowProps = Readonly<{ burst: EventBurst; known: SentenceNeeds; onOpen: () => void }>;

/** One deed: an event, or a burst of them. */
export function BurstRow({ burst: { events, keys, mayGoOn }, known, onOpen }: RowProps): ReactNode {
  const [newest] = events;
  const oldest = events.at(-1);
  const all = events.length + keys.length;
  if (newest === undefined || oldest === undefined) return null;
  const [from, until] = [timeIn(oldest.occurred_at), timeIn(newest.occurred_at)];
  const time = from === until ? until : `${from} to ${until}`;
  return (
    <tr className="event-row" {...pressActs(onOpen)}>
      <td className="wide-only soft short" title={formatDateTime(newest.occurred_at)}>
        {time}
      </td>
      <td>
        <EventSentence events={events} known={{ ...known, mayGoOn }} />
        <div className="narrow-only soft">{time}</div>
      </td>
      <td className="actions">
        <Button
          kind="quiet"
          icon="info"
          label={
            all === 1
              ? `Details of event ${newest.seq}`
              : `Details of ${plural(all, 'event')} up to event ${newest.seq}`
          }
          onPress={onOpen}
        />
      </td>
    </tr>
  );
}
