import { join } from 'node:path';
import { grantSigner, openSigningKeys, signingKeyFrom } from '@strongroom/adapter-local';
import type { GrantSigner, Log, SigningKey } from '@strongroom/ports';
import { GRANT_KEYS_FORM } from '@strongroom/settings';
import { secretsIn } from '../config/secret-file.ts';
import type { SecretFile, Settings } from '../config/settings.ts';
import { DATA_FILES } from './adapters/kept.ts';

/**
 * The signer of key grants, with the keys of the settings or those in the folder of keys; undefined without a key service. The
 * first key signs, and all are published. A file of keys is read again once it changes.
 */
export async function openGrantSigner(
  {
    keyServiceUrl,
    grantKeys,
    dataDir,
    followed,
  }: Pick<Settings, 'keyServiceUrl' | 'grantKeys' | 'dataDir' | 'followed'>,
  log: Log,
): Promise<GrantSigner | undefined> {
  if (keyServiceUrl === undefined) return undefined;
  if (followed.grantKeys !== undefined) return followingSigner(followed.grantKeys, log);
  return signerWith(
    grantKeys === undefined
      ? await openSigningKeys(join(dataDir, DATA_FILES.keys), 'grant.key')
      : grantKeys.map(signingKeyFrom),
  );
}

function signerWith([first, ...others]: readonly SigningKey[]): GrantSigner {
  if (first === undefined) throw new TypeError('no key signs grants');
  return grantSigner(first, others);
}

const signerIn = secretsIn((text) => signerWith(GRANT_KEYS_FORM.parse(text).map(signingKeyFrom)));

/** Signs with the keys that the file has now. */
function followingSigner(file: SecretFile, log: Log): GrantSigner {
  const followed = signerIn(file, log);
  return {
    get publicKey() {
      return followed.value.publicKey;
    },
    get thumbprint() {
      return followed.value.thumbprint;
    },
    get published() {
      return followed.value.published;
    },
    sign: (claims, wrappedDek) => followed.value.sign(claims, wrappedDek),
  };
}
