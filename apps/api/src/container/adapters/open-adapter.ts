import { type AdapterPort, type Adapters, type MayClose, OPENERS, type Opening } from '@strongroom/ports';
import type { Settings } from '../../config/settings.ts';
import { ADAPTERS } from './table.ts';

const chosen = (port: AdapterPort, settings: Settings): string =>
  port === 'limits' ? settings.documents : settings[port];

/** Opens the adapter that the settings name for a port. */
export async function openAdapter<P extends AdapterPort>(
  port: P,
  opening: Opening<Settings>,
): Promise<Adapters[P] & MayClose> {
  const load = ADAPTERS[port][chosen(port, opening.settings)];
  if (load === undefined) throw new TypeError(`no adapter for ${port}`);
  const adapter = await load();
  return adapter[OPENERS[port]](opening);
}
