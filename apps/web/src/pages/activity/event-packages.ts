import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import type { LinkNames } from './event-actor.ts';
import { type SentencePart, textPart as text } from './sentence-parts.ts';

const DEEDS: Readonly<Record<string, string>> = {
  'share.created': 'made',
  'share.edited': 'changed',
  'share.revoked': 'revoked',
};

/** The sentence about a link to several files, of which an event knows the number at most; undefined for other events. */
export function packageSentence(events: readonly AuditEvent[], links: LinkNames): readonly SentencePart[] | undefined {
  const [event] = events;
  const deed = DEEDS[event?.type ?? ''];
  const counts = events.map((one) => filesOf(one, links));
  const [count] = counts;
  if (event === undefined || deed === undefined || count === undefined || counts.includes(undefined)) return undefined;
  const ids = new Set(events.map(({ target }) => target.id));
  if (ids.size > 1) return [text(`${deed} ${ids.size} links to several files`)];
  const name = links.get(event.target.id ?? '')?.name ?? undefined;
  return [
    ...(name === undefined ? [text(`${deed} a link`)] : [text(`${deed} the link `), { text: name, isName: true }]),
    text(` to ${plural(count, 'file')}`),
  ];
}

function filesOf({ data, target }: AuditEvent, links: LinkNames): number | undefined {
  const { files } = data;
  return typeof files === 'number' ? files : links.get(target.id ?? '')?.files;
}
