import type { NewEvent } from '@strongroom/domain';
import { type AuditFilter, type Terms } from '@strongroom/ports';

/**
 * Every term holds the label of the event. A query names the labels of its caller's clearance, so it reads
 * nothing about events above: neither its result nor its time depends on them.
 */
const term = (label: string, kind: '' | 'r' | 'a' | 't' | 'o', name = ''): string => `${kind}${name}|${label}`;

/** One term for each way to select an event. */
export function termsOf({
  type,
  outcome,
  actor,
  target,
}: Pick<NewEvent, 'type' | 'outcome' | 'actor' | 'target'>): Terms {
  const label = target.label ?? '';
  const terms = [term(label, ''), term(label, 't', type), term(label, 'o', outcome)];
  if (target.roomId !== null) terms.push(term(label, 'r', target.roomId));
  if (actor.type !== 'system') terms.push(term(label, 'a', actor.id));
  return terms;
}

/** Terms of a filter for one label: a matching event has all of them. */
function termsFor(label: string, { roomId, actorId, type, outcome }: AuditFilter): Terms {
  const terms: string[] = [];
  if (roomId !== undefined) terms.push(term(label, 'r', roomId));
  if (actorId !== undefined) terms.push(term(label, 'a', actorId));
  if (type !== undefined) terms.push(term(label, 't', type));
  if (outcome !== undefined) terms.push(term(label, 'o', outcome));
  return terms.length === 0 ? [term(label, '')] : terms;
}

/** For each label the terms of its events. No event has two labels. */
export const alternativesOf = (filter: AuditFilter): readonly Terms[] =>
  [...new Set(filter.labels)].map((label) => termsFor(label, filter));

const KINDS: Readonly<Record<string, string>> = { r: 'room ', a: 'user or link ', t: 'type ', o: 'outcome ' };

/** For an operator: `room <id>, label C3`. */
export function nameOfTerm(text: string): string {
  const bar = text.lastIndexOf('|');
  const label = text.slice(bar + 1) === '' ? 'no label' : `label ${text.slice(bar + 1)}`;
  return bar === 0 ? label : `${KINDS[text.slice(0, 1)] ?? ''}${text.slice(1, bar)}, ${label}`;
}
