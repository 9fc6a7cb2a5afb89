import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openerFromPems, removeOuterLayer } from '@strongroom/adapter-outer-layer/unwrap';
import { UnwrapToken } from '@strongroom/adapter-pkcs11/unwrap';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import type { Environment } from './service-process.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/**
 * A SoftHSM with a token for a service, and the private key of the outer layer, which the service does not get: in a second
 * token, or in the memory of the test.
 */
export class TokenPlace {
  readonly hsm: SoftHsm;
  readonly settings: Environment;
  /** The settings of a key service beside those of the service; empty without a second token. */
  readonly keySettings: Environment;
  readonly #rooms: ReturnType<SoftHsm['token']>;
  #unwrapping: Promise<UnwrapToken> | undefined;

  private constructor(
    hsm: SoftHsm,
    rooms: ReturnType<SoftHsm['token']>,
    settings: Readonly<{ ofService: Environment; ofKeys: Environment }>,
  ) {
    this.hsm = hsm;
    this.#rooms = rooms;
    this.settings = settings.ofService;
    this.keySettings = settings.ofKeys;
  }

  static async make({ tokens = 1 }: Readonly<{ tokens?: 1 | 2 }> = {}): Promise<TokenPlace> {
    const hsm = SoftHsm.make();
    const rooms = hsm.token('rooms');
    const [pinFile, outer] = [join(hsm.folder, 'pin'), join(hsm.folder, 'outer.pem')];
    await writeFile(pinFile, `${rooms.pin}\n`, { mode: 0o600 });
    await writeFile(outer, publicKey);
    const ofService = {
      STRONGROOM_KEYS: 'pkcs11',
      STRONGROOM_PKCS11_LIBRARY: rooms.library,
      STRONGROOM_PKCS11_TOKEN: rooms.token,
      STRONGROOM_PKCS11_PIN_FILE: pinFile,
      STRONGROOM_KEYS_OUTER: outer,
      SOFTHSM2_CONF: join(hsm.folder, 'softhsm2.conf'),
    };
    if (tokens === 1) return new TokenPlace(hsm, rooms, { ofService, ofKeys: {} });
    const second = hsm.token('outer', '99887766');
    hsm.import(second, privateKey);
    const outerPin = join(hsm.folder, 'outer-pin');
    await writeFile(outerPin, `${second.pin}\n`, { mode: 0o600 });
    return new TokenPlace(hsm, rooms, {
      // SoftHSM knows OAEP with no other hash.
      ofService: { ...ofService, STRONGROOM_KEYS_OUTER_HASH: 'sha1' },
      ofKeys: {
        STRONGROOM_KEY_SERVICE_OUTER_TOKEN: second.token,
        STRONGROOM_KEY_SERVICE_OUTER_PIN_FILE: outerPin,
      },
    });
  }

  /** Library, label and PIN of the token of the service. */
  get opens(): ReturnType<SoftHsm['token']> {
    return this.#rooms;
  }

  /** The data key in clear, as the key service would get it. */
  async unwrap(wrappedDek: string, kmsKeyId: string): Promise<Uint8Array> {
    this.#unwrapping ??= UnwrapToken.open(this.#rooms);
    const inner = await removeOuterLayer(wrappedDek, openerFromPems(privateKey));
    return (await this.#unwrapping).unwrap(inner, kmsKeyId);
  }

  async end(): Promise<void> {
    await this.#unwrapping?.then((open) => open.close());
    this.hsm.end();
  }
}
