import { ORG_ROLES, type RoleClearances } from '@strongroom/domain';
import type { DocumentStore, Secrets } from '@strongroom/ports';
import type { Configuration } from '../kernel/deps.ts';
import { hexOf } from '../kernel/hex.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';
import { SETTINGS, type StoreSettings, storeSettings } from '../store/settings.ts';

/** By these a store recognises the secret that it is used with. The first is that of new documents. */
export const secretMarks = (secrets: Pick<Secrets, 'deriveEach'>): readonly string[] =>
  secrets.deriveEach('store-settings', 'secret').map(hexOf);

/** The settings of this process. */
type SettingsHere = Pick<StoreSettings, 'roleClearances'> & Readonly<{ secrets: readonly string[] }>;

export const settingsHere = (
  secrets: Pick<Secrets, 'deriveEach'>,
  { labelRules }: Pick<Configuration, 'labelRules'>,
): SettingsHere => ({ secrets: secretMarks(secrets), roleClearances: labelRules.roleClearances });

/** The settings that this process stores. */
export const settingsToStore = ({ secrets: [secret = ''], roleClearances }: SettingsHere): StoreSettings => ({
  secret,
  roleClearances,
});

/** Throws SettingsUnfit if this process would not understand the documents of its predecessors. */
function refuseOtherSecret(stored: StoreSettings, here: SettingsHere): void {
  if (!here.secrets.includes(stored.secret))
    throw new SettingsUnfit(
      'The secret is not the one this store is used with: invitation links, page cursors and addresses would end, and processes would not understand one another.',
      'secret',
    );
}

/** A warning for the operator if the clearances of roles differ from the stored ones. */
function otherClearances(stored: StoreSettings, here: SettingsHere): string | undefined {
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
 * Throws SettingsUnfit, DuplicateKey, VersionConflict.
 */
export async function sameSettings(
  documents: Pick<DocumentStore, 'read' | 'commit'>,
  here: SettingsHere,
): Promise<string | undefined> {
  const collection = storeSettings.name;
  const next = settingsToStore(here);
  const [document] = await documents.read([refTo(storeSettings, SETTINGS)]);
  if (document === undefined) {
    await documents.commit([{ collection, insert: documentOf(storeSettings, next, 1) }]);
    return undefined;
  }
  const stored = stateOf(storeSettings, document);
  refuseOtherSecret(stored, here);
  const warning = otherClearances(stored, here);
  if (warning !== undefined || stored.secret !== next.secret)
    await documents.commit([{ collection, replace: documentOf(storeSettings, next, document.version + 1) }]);
  return warning;
}
