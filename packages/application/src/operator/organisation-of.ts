import type { Organisation, Target } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { organisationTarget } from '../kernel/targets.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { ORGANISATION, organisations } from '../store/organisation.ts';

/** The organisation of a store. Throws SettingsUnfit for an empty store. */
export async function organisationOf(documents: Pick<DocumentStore, 'read'>): Promise<Organisation> {
  const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
  if (document === undefined) throw new SettingsUnfit('This store is empty: start the service once.');
  return stateOf(organisations, document);
}

/** The target of events of a log about itself. Throws SettingsUnfit for an empty store. */
export const logTarget = async (documents: Pick<DocumentStore, 'read'>): Promise<Target> =>
  organisationTarget((await organisationOf(documents)).id);
