import { join } from 'node:path';
import { systemClock } from '@strongroom/adapter-local';
import type { OuterOpener } from '@strongroom/adapter-outer-layer/unwrap';
import type { PinMemory } from '@strongroom/adapter-pkcs11/unwrap';
import { type KeyUnwrapper, Unavailable } from '@strongroom/ports';
import { KEY_SERVICE_VARIABLES } from '@strongroom/settings';
import { textOfFile } from '@strongroom/store-kit/node';
import type { KeySettings, ModuleSettings, Settings, TokenSettings } from '../config/settings.ts';
import { Problem } from './command.ts';

/** Opens the unwrapper of the settings. Adapters are loaded only where they are used. Rejects for a file that is not a key. */
export async function openUnwrapper(
  { keys, outer, dataDir }: Pick<Settings, 'keys' | 'outer' | 'dataDir'>,
  { triesPin = false }: Readonly<{ triesPin?: boolean }> = {},
): Promise<KeyUnwrapper> {
  const pinMemory = { file: join(dataDir, 'refused-pins.json'), triesAgain: triesPin };
  const [{ firstOpenerOf, openerFromPems }, { OuterUnwrapper }] = await Promise.all([
    import('@strongroom/adapter-outer-layer/unwrap'),
    import('@strongroom/adapter-outer-layer/unwrapper'),
  ]);
  const inFiles = openerFromPems(...(await Promise.all(outer.files.map((file) => textOfFile(file)))));
  const inToken = outer.token === null ? undefined : await openerInToken(outer.token, pinMemory);
  try {
    const openers = inToken === undefined ? [inFiles] : [inFiles, inToken.open];
    // Also without a key of the layer: a wrapped key that has one is then refused by its right name.
    return new OuterUnwrapper(await openInner(keys, pinMemory), firstOpenerOf(...openers), inToken);
  } catch (error) {
    inToken?.close();
    throw error;
  }
}

/** Opens the outer layer with the private keys of a token, which never leave it. */
async function openerInToken(
  { library, token, pinFile }: TokenSettings,
  pinMemory: PinMemory,
): Promise<Readonly<{ open: OuterOpener; check: () => Promise<void>; close: () => void }>> {
  const [{ UnwrapError, UnwrapToken }, { OuterError, missingKeyError }] = await Promise.all([
    import('@strongroom/adapter-pkcs11/unwrap'),
    import('@strongroom/adapter-outer-layer/unwrap'),
  ]);
  const asPortError = (error: unknown, thumbprint: string): unknown => {
    if (!(error instanceof UnwrapError)) return error;
    if (error.code === 'TOKEN') return new Unavailable('keys', { cause: error });
    return error.code === 'UNKNOWN_KEY' ? missingKeyError(thumbprint) : new OuterError(error.message);
  };
  const opened = await UnwrapToken.open({ library, token, pin: await pinIn(pinFile), pinMemory }).catch(
    (error: unknown) => {
      throw error instanceof UnwrapError && error.isLasting
        ? new Problem(`the outer token: ${error.message}`)
        : asPortError(error, '');
    },
  );
  return {
    open: (layer) =>
      opened.openOuter(layer).catch((error: unknown) => {
        throw asPortError(error, layer.thumbprint);
      }),
    check: () =>
      opened.check().catch((error: unknown) => {
        throw asPortError(error, '');
      }),
    close: () => opened.close(),
  };
}

/** A problem that only other settings solve; undefined for every other error. */
function faultOfSettings(error: unknown): Problem | undefined {
  const cause = error instanceof Unavailable ? error.cause : undefined;
  if (!(cause instanceof Error) || Reflect.get(cause, 'isLasting') !== true) return undefined;
  return new Problem(`the token: ${cause.message}`);
}

const pinIn = async (file: string): Promise<string> => (await textOfFile(file)).replace(/\r?\n$/, '');

/** The unwrapper of a package, which is found where the key service is installed, or in the folder in which it starts. */
async function openFromOutside({ name, settings }: ModuleSettings): Promise<KeyUnwrapper> {
  const { ModuleUnfit, openUnwrapperOfModule } = await import('@strongroom/adapter-module');
  return openUnwrapperOfModule({ name, folder: process.cwd() }, { settings, clock: systemClock }).catch(
    (error: unknown) => {
      throw error instanceof ModuleUnfit
        ? new Problem(`${KEY_SERVICE_VARIABLES.keys.name}: module:${name} ${error.message}.`, { cause: error })
        : error;
    },
  );
}

async function openInner(keys: KeySettings, pinMemory: PinMemory): Promise<KeyUnwrapper> {
  switch (keys.kind) {
    case 'local': {
      const { LocalUnwrapper } = await import('@strongroom/adapter-local/unwrapper');
      return new LocalUnwrapper(keys.folder);
    }
    case 'pkcs11': {
      const { Pkcs11Unwrapper } = await import('@strongroom/adapter-pkcs11/unwrapper');
      const { library, token, pinFile } = keys;
      return Pkcs11Unwrapper.open({ library, token, pin: await pinIn(pinFile), pinMemory }).catch((error: unknown) => {
        throw faultOfSettings(error) ?? error;
      });
    }
    case 'cloud-kms': {
      const [{ kmsClient, kmsEndpointOf }, { CloudKmsUnwrapper }] = await Promise.all([
        import('@strongroom/adapter-cloud-kms'),
        import('@strongroom/adapter-cloud-kms/unwrapper'),
      ]);
      const client = kmsClient(keys.endpoint === undefined ? undefined : kmsEndpointOf(keys.endpoint));
      return new CloudKmsUnwrapper({ client, keyRing: keys.keyRing, scope: keys.scope, isBound: keys.isBound });
    }
    case 'module':
      return openFromOutside(keys);
    default:
      return keys satisfies never;
  }
}
