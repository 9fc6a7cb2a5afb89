import { ORG_ROLES, type RoleClearances } from '@strongroom/domain';
import type { DocumentStore, Secrets } from '@strongroom/ports';
import type { Configuration } from '../kernel/deps.ts';
import { SettingsDoNotFit } from '../kernel/settings-do-not-fit.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';
import { SETTINGS, type StoreSettings, storeSettings } from '../store/settings.ts';

/** By it a store recognises the secret that it is used with. */
export const secretMark = (secrets: Pick<Secrets, 'derive'>): string =>
  Array.from(secrets.derive('store-settings', 'secret'), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The settings that this process would store at the first start. */
export const settingsHere = (
  secrets: Pick<Secrets, 'derive'>,
  { labelRules }: Pick<Configuration, 'labelRules'>,
): StoreSettings => ({
  secret: secretMark(secrets),
  roleClearances: labelRules.roleClearances,
});

/** Throws SettingsDoNotFit if this process would not understand the documents of its predecessors. */
function refuseOtherSecret(stored: StoreSettings, here: StoreSettings): void {
  if (stored.secret !== here.secret)
    throw new SettingsDoNotFit(
      'The secret is not the one this store is used with: invitation links, page cursors and addresses would end, and processes would not understand one another.',
      'secret',
    );
}

/** A warning for the operator if the clearances of roles differ from the stored ones. */
function otherClearances(stored: StoreSettings, here: StoreSettings): string | undefined {
  const changed = ORG_ROLES.filter((role) => stored.roleClearances[role] !== here.roleClearances[role]);
  if (changed.length === 0) return undefined;
  return `The clearances of roles changed: ${listed(here.roleClearances, changed)}, before ${listed(stored.roleClearances, changed)}. Processes with the old and the new ones show different rooms and files: restart all of them.`;
}

const listed = (clearances: RoleClearances, roles: readonly (keyof RoleClearances)[]): string =>
  roles.map((role) => `${role}=${clearances[role]}`).join(',');

/** Deletes the stored settings, so that the next start stores its own. Throws VersionConflict, Unavailable. */
export async function forgetSettings(documents: Pick<DocumentStore, 'read' | 'commit'>): Promise<void> {
  const [document] = await documents.read([refTo(storeSettings, SETTINGS)]);
  if (document)
    await documents.commit([
      { collection: storeSettings.name, remove: { id: document.id, version: document.version } },
    ]);
}

/**
 * Stores the settings of this process, or compares them with the stored ones. Returns a warning for the operator.
 * Throws SettingsDoNotFit, DuplicateKey, VersionConflict.
 */
export async function sameSettings(
  documents: Pick<DocumentStore, 'read' | 'commit'>,
  here: StoreSettings,
): Promise<string | undefined> {
  const collection = storeSettings.name;
  const [document] = await documents.read([refTo(storeSettings, SETTINGS)]);
  if (document === undefined) {
    await documents.commit([{ collection, insert: documentOf(storeSettings, here, 1) }]);
    return undefined;
  }
  const stored = stateOf(storeSettings, document);
  refuseOtherSecret(stored, here);
  const warning = otherClearances(stored, here);
  if (warning !== undefined)
    await documents.commit([{ collection, replace: documentOf(storeSettings, here, document.version + 1) }]);
  return warning;
}
