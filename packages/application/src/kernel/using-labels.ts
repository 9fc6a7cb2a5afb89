import { keepsOrder } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { ORGANISATION, organisations } from '../store/organisation.ts';
import type { Deps } from './deps.ts';
import { SettingsDoNotFit } from './settings-do-not-fit.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * To be called where something is about to carry a label: the labels of a store may be anything before. Whoever is first
 * replaces the organisation, so that a process which starts with other labels at the same time meets him. Throws
 * Unavailable where the labels of the store are not those of this process any more.
 */
export function usingLabels({ classification }: Pick<Deps, 'classification'>, uow: UnitOfWork): void {
  const organisation = uow.find(organisations, ORGANISATION);
  if (organisation === undefined) throw new TypeError('a store without its organisation');
  if (!keepsOrder(classification.scheme, organisation.scheme))
    throw new Unavailable('documents', {
      cause: new SettingsDoNotFit(
        'Another process has started with other STRONGROOM_LABELS. Restart this one with them.',
      ),
    });
  if (organisation.labelsUsed !== true) uow.put(organisations, { ...organisation, labelsUsed: true });
}
