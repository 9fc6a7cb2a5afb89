import { keepsOrder } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { ORGANISATION, organisations } from '../store/organisation.ts';
import type { Deps } from './deps.ts';
import { SettingsUnfit } from './settings-unfit.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * Call before a label is used: until then the labels of a store may change freely. The first use replaces the
 * organisation, so that it conflicts with a process that starts with other labels at the same time. Throws Unavailable
 * if the labels of the store are no longer those of this process.
 */
export function usingLabels({ labelRules }: Pick<Deps, 'labelRules'>, uow: UnitOfWork): void {
  const organisation = uow.find(organisations, ORGANISATION);
  if (organisation === undefined) throw new TypeError('a store without its organisation');
  if (!keepsOrder(labelRules.scheme, organisation.scheme))
    throw new Unavailable('documents', {
      cause: new SettingsUnfit('Another process has started with other labels. Restart this one with them.', 'labels'),
    });
  if (organisation.labelsUsed !== true) uow.put(organisations, { ...organisation, labelsUsed: true });
}
