import { readFile } from 'node:fs/promises';
import type { KeyUnwrapper } from '@strongroom/ports';
import type { KeySettings, Settings } from '../config/settings.ts';

/** Opens the unwrapper of the settings. Adapters are loaded only where they are used. Rejects for a file that is no key. */
export async function openUnwrapper({ keys, outerKeys }: Pick<Settings, 'keys' | 'outerKeys'>): Promise<KeyUnwrapper> {
  if (outerKeys.length === 0) return openInner(keys);
  const [{ openerWith }, { OuterUnwrapper }] = await Promise.all([
    import('@strongroom/adapter-outer-layer/unwrap'),
    import('@strongroom/adapter-outer-layer/unwrapper'),
  ]);
  const open = openerWith(...(await Promise.all(outerKeys.map((file) => readFile(file, 'utf8')))));
  return new OuterUnwrapper(await openInner(keys), open);
}

async function openInner(keys: KeySettings): Promise<KeyUnwrapper> {
  switch (keys.kind) {
    case 'local': {
      const { LocalUnwrapper } = await import('@strongroom/adapter-local/unwrapper');
      return new LocalUnwrapper(keys.folder);
    }
    case 'pkcs11': {
      const { Pkcs11Unwrapper } = await import('@strongroom/adapter-pkcs11/unwrapper');
      const pin = (await readFile(keys.pinFile, 'utf8')).replace(/\r?\n$/, '');
      return Pkcs11Unwrapper.open({ library: keys.library, token: keys.token, pin });
    }
    case 'cloud-kms': {
      const [{ kmsClient, kmsEndpointOf }, { CloudKmsUnwrapper }] = await Promise.all([
        import('@strongroom/adapter-cloud-kms'),
        import('@strongroom/adapter-cloud-kms/unwrapper'),
      ]);
      const client = kmsClient(keys.endpoint === undefined ? undefined : kmsEndpointOf(keys.endpoint));
      return new CloudKmsUnwrapper({ client, keyRing: keys.keyRing, scope: keys.scope, isBound: keys.isBound });
    }
    default:
      return keys satisfies never;
  }
}
