import { DoesNotFitYet } from '@strongroom/application';
import type { AdapterPort, Adapters, MayClose, Opening } from '@strongroom/ports';
import { packageOf } from '@strongroom/settings';
import type { Settings } from '../../config/settings.ts';

/** Opens the adapter of a package from outside, with its own settings. Throws DoesNotFitYet. */
export async function openFromOutside<P extends AdapterPort>(
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
