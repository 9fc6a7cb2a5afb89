import { ORG_ROLES, type RoleClearances } from '@strongroom/domain';
import type { DocumentStore, Secrets } from '@strongroom/ports';
import type { Configuration } from '../kernel/deps.ts';
import { SettingsDoNotFit } from '../kernel/settings-do-not-fit.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';
import { SETTINGS, type StoreSettings, storeSettings } from '../store/settings.ts';

/** The settings that this process would store at the first start. */
export const settingsHere = (
  secrets: Pick<Secrets, 'derive'>,
  { classification }: Pick<Configuration, 'classification'>,
): StoreSettings => ({
  secret: Array.from(secrets.derive('store-settings', 'secret'), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  roleClearances: classification.roleClearances,
});

const WAY_OUT =
  'Where that is meant, stop every process, let `strongroom settings --forget` forget the old ones, and start again.';

/** Throws SettingsDoNotFit if this process would not understand the documents of its predecessors. */
function refuseOtherSecret(stored: StoreSettings, here: StoreSettings): void {
  if (stored.secret !== here.secret)
    throw new SettingsDoNotFit(
      `STRONGROOM_SECRET, or the secret in the folder of keys, is not the one this store is used with: invitation links, page cursors and addresses would end, and processes would not understand one another. Set the one that was used. ${WAY_OUT}`,
    );
}

/** What an operator should hear who starts with other clearances than were noted; undefined where they are the same. */
function otherClearances(stored: StoreSettings, here: StoreSettings): string | undefined {
  const changed = ORG_ROLES.filter((role) => stored.roleClearances[role] !== here.roleClearances[role]);
  if (changed.length === 0) return undefined;
  return `STRONGROOM_ROLE_CLEARANCES changed: ${told(here.roleClearances, changed)}, before ${told(stored.roleClearances, changed)}. A process that still runs with the old ones shows what this one hides, or hides what it shows: start all of them anew.`;
}

const told = (clearances: RoleClearances, roles: readonly (keyof RoleClearances)[]): string =>
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
 * Notes the settings of this process, or holds them against those that were noted. Answers what is worth a warning.
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
