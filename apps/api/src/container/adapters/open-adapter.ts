import { DoesNotFitYet } from '@strongroom/application';
import { type AdapterPort, type Adapters, type MayClose, OPENERS, type Opening } from '@strongroom/ports';
import { isModuleReference, packageOf } from '@strongroom/settings';
import type { Settings } from '../../config/settings.ts';
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

/** Opens the adapter of a package from outside, with its own settings. Throws DoesNotFitYet. */
async function openFromOutside<P extends AdapterPort>(
  port: P,
  chosenFor: AdapterPort,
  { settings, ...opening }: Opening<Settings>,
): Promise<Adapters[P] & MayClose> {
  const word = settings[chosenFor];
  const { ModuleUnfit, openModule } = await import('@strongroom/adapter-module');
  try {
    return await openModule(
      port,
      { name: packageOf(word), folder: process.cwd() },
      { ...opening, settings: settings.moduleSettings[chosenFor] },
    );
  } catch (error) {
    if (!(error instanceof ModuleUnfit)) throw error;
    const other = port === chosenFor ? '' : '; or name another package in STRONGROOM_LIMITS';
    throw new DoesNotFitYet(`STRONGROOM_${chosenFor.toUpperCase()}: ${word} ${error.message}${other}.`);
  }
}
