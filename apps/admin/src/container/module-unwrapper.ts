import { systemClock } from '@strongroom/adapter-local';
import { ModuleUnfit, openUnwrapperOfModule } from '@strongroom/adapter-module';
import { Problem } from '@strongroom/command-line';
import { KeyDestroyed, type KeyUnwrapper, NotAuthentic, Unavailable } from '@strongroom/ports';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import type { ModuleSettings, ModuleUnwrapper } from '../service/stores.ts';

/** Opens the unwrapper of a package, which is found from the current folder, in which the service starts too. Throws Problem. */
export async function openModuleUnwrapper({ name, settings }: ModuleSettings): Promise<ModuleUnwrapper> {
  const opened = await openUnwrapperOfModule({ name, folder: process.cwd() }, { settings, clock: systemClock }).catch(
    (error: unknown) => {
      throw error instanceof ModuleUnfit
        ? new Problem(`${ROOM_SERVICE_VARIABLES.keys.name}: module:${name} ${error.message}.`, { cause: error })
        : error;
    },
  );
  return { unwrap: (wrappedDek, kmsKeyId) => keyOrReason(opened, wrappedDek, kmsKeyId), close: () => opened.close() };
}

async function keyOrReason(
  opened: KeyUnwrapper,
  wrappedDek: string,
  kmsKeyId: string,
): Promise<Readonly<{ dataKey: Uint8Array } | { reason: string }>> {
  try {
    return { dataKey: await opened.unwrap(wrappedDek, kmsKeyId) };
  } catch (error) {
    if (error instanceof KeyDestroyed) return { reason: `the package knows no key ${kmsKeyId}, or it was destroyed` };
    if (error instanceof NotAuthentic)
      return { reason: 'WRAPPED_DEK was changed, belongs to another key, or is bound to its file' };
    if (error instanceof Unavailable) return { reason: `the package does not reach its keys` };
    throw error;
  }
}
