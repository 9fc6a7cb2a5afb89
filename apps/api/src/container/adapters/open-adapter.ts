import { type AdapterPort, type Adapters, type MayClose, OPENERS, type Opening } from '@strongroom/ports';
import { isModuleReference } from '@strongroom/settings';
import type { Settings } from '../../config/settings.ts';
import { openFromOutside } from './from-outside.ts';
import { ADAPTERS } from './table.ts';

/** Opens the adapter that the settings name for a port. Rejects with SettingsUnfit, or Unavailable without an answer. */
export async function openAdapter<P extends AdapterPort>(
  port: P,
  opening: Opening<Settings>,
): Promise<Adapters[P] & MayClose> {
  const { settings } = opening;
  const chosenFor = port === 'limits' && settings.limits === 'documents' ? 'documents' : port;
  if (isModuleReference(settings[chosenFor])) return openFromOutside(port, chosenFor, opening);
  const load = ADAPTERS[port][settings[chosenFor]];
  if (load === undefined) throw new TypeError(`no adapter for ${port}`);
  const adapter = await load();
  return adapter[OPENERS[port]](opening);
}
