import type { Organisation, Target } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { SettingsDoNotFit } from '../kernel/settings-do-not-fit.ts';
import { organisationTarget } from '../kernel/targets.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { ORGANISATION, organisations } from '../store/organisation.ts';

/** The organisation of a store. Throws SettingsDoNotFit for an empty store. */
export async function organisationOf(documents: Pick<DocumentStore, 'read'>): Promise<Organisation> {
  const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
  if (document === undefined) throw new SettingsDoNotFit('This store is empty: start the service once.');
  return stateOf(organisations, document);
}

/** The target of events of a log about itself. Throws SettingsDoNotFit for an empty store. */
export const logTarget = async (documents: Pick<DocumentStore, 'read'>): Promise<Target> =>
  organisationTarget((await organisationOf(documents)).id);
