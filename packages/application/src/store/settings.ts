import { EPOCH, type RoleClearances } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Settings that every process on a store has to have alike, as the first one had them. */
export type StoreSettings = Readonly<{
  /** What tells one secret from another; nothing that was derived from the secret for another purpose follows from it. */
  secret: string;
  roleClearances: RoleClearances;
}>;

/** The name of the one document. */
export const SETTINGS = 'settings';

export const storeSettings = defineCollection<StoreSettings>({
  name: 'settings',
  id: () => SETTINGS,
  position: () => EPOCH,
});
