import { EVENTS } from '@strongroom/domain';
import { code, PRINTED, page, table } from './markdown.ts';

/** Everything the audit log can record. */
export function eventsPage(): string {
  return page(
    '# Audit events',
    PRINTED,
    'Each event is in the same commit as its change, so there is no change without its event. Events without a change (a released key, a denial, a look by an overseer) are committed before the answer. Events hold ids, numbers and fixed words, never a name or a secret. They outlive what they are about.',
    table(
      ['Type', 'Meaning'],
      Object.entries(EVENTS).map(([type, text]) => [code(type), text]),
    ),
    'Beside its type, an event tells who (a user with the credential used, a share link, or the system), about what (kind, id, room), when, from which request and address, and whether it was allowed. A denial also names the action and the rule that refused, one of those in [permissions](permissions.md).',
  );
}
