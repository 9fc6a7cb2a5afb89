import { EPOCH, type RoleClearances } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** Settings that all processes of a store must share, as the first one had them. */
export type StoreSettings = Readonly<{
  /** Identifies the secret; no value derived from the secret for another purpose follows from it. */
  secret: string;
  roleClearances: RoleClearances;
}>;

/** Id of the only document. */
export const SETTINGS = 'settings';

export const storeSettings = defineCollection<StoreSettings>({
  name: 'settings',
  id: () => SETTINGS,
  position: () => EPOCH,
  shape: { secret: 'text', roleClearances: 'object' },
});
