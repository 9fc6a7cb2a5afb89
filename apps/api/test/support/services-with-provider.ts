import {
  CLIENT_SECRET,
  IdentityProviderProcess,
  keyService,
  roomService,
} from '../../../../scripts/identity-provider.ts';
import { BothServices } from './both-services.ts';

/** Room service and key service, each a client of one real identity provider. */
export class ServicesWithProvider {
  readonly both: BothServices;
  readonly provider: IdentityProviderProcess;

  private constructor(both: BothServices, provider: IdentityProviderProcess) {
    this.both = both;
    this.provider = provider;
  }

  static async start(
    more: (url: string) => Readonly<Record<string, string>> = () => ({}),
    options: Readonly<{ pages?: boolean }> = {},
  ): Promise<ServicesWithProvider> {
    const provider = await IdentityProviderProcess.make();
    const both = await BothServices.start(async (url, keysUrl) => {
      await provider.start([roomService(url), keyService(keysUrl)]);
      return {
        STRONGROOM_OIDC_ISSUER: provider.issuer,
        STRONGROOM_OIDC_CLIENT_ID: 'strongroom',
        STRONGROOM_OIDC_CLIENT_SECRET: CLIENT_SECRET,
        STRONGROOM_KEY_SERVICE_PROOF: 'oidc',
        STRONGROOM_KEY_SERVICE_OIDC_ISSUER: provider.issuer,
        STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID: 'strongroom-keys',
        STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
        ...more(url),
      };
    }, options).catch(async (error: unknown) => {
      await provider.stop();
      throw error;
    });
    return new ServicesWithProvider(both, provider);
  }

  async end(): Promise<void> {
    await this.both.end();
    await this.provider.stop();
  }
}
