import { type Action, type Decision, decide, type ExplainableAction, type FactsOf } from '@strongroom/domain';

type Sight = Extract<Action, 'room.see' | 'file.see' | 'audit.room.see'>;

/** What an operation decides first: may the caller see the place? Those left out ask nothing, or ask it themselves. */
const SIGHT: Readonly<Partial<Record<ExplainableAction, Sight>>> = {
  'room.edit': 'room.see',
  'room.archive': 'room.see',
  'room.unarchive': 'room.see',
  'room.delete': 'room.see',
  'room.members.list': 'room.see',
  'room.members.add': 'room.see',
  'room.members.remove': 'room.see',
  'file.list': 'room.see',
  'file.upload': 'room.see',
  'file.confirm': 'file.see',
  'file.download': 'file.see',
  'file.delete': 'file.see',
  'share.create': 'file.see',
  'share.list': 'file.see',
  'audit.read': 'audit.room.see',
};

type Facts = FactsOf<ExplainableAction> & FactsOf<Sight>;

/**
 * Sight before action, as every operation decides: it is allowed where both are. Each rule is named once; of a place that
 * is in sight those that put it there, not the other ways there would have been.
 */
export function whole(action: ExplainableAction, namesPlace: boolean, facts: Facts): Decision {
  const then = decide(action, facts);
  const seeing = SIGHT[action];
  // The log is read without a room, too.
  if (seeing === undefined || (action === 'audit.read' && !namesPlace)) return then;
  const first = decide(seeing, facts);
  const isSeen = first.effect === 'allow';
  const seen = first.reasons.filter(({ holds }) => holds || !isSeen);
  const named = new Set(seen.map(({ rule }) => rule));
  const reasons = [...seen, ...then.reasons.filter(({ rule }) => !named.has(rule))];
  return { ...(isSeen ? then : first), action, reasons };
}
