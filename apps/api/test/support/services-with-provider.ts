import { BrowserByHand, OWN_PAGE } from '@strongroom/test-servers/browser-by-hand';
import {
  CLIENT_SECRET,
  IdentityProviderProcess,
  keyService,
  roomService,
} from '@strongroom/test-servers/identity-provider';
import { BothServices } from './both-services.ts';
import { Caller } from './caller.ts';
import { given } from './people-of-process.ts';
import { eventually } from './service-process.ts';

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
    // The room service may have asked before the key service listened, and pages hold its answer for minutes.
    const rooms = new Caller(`${both.url}/api/v1`, undefined);
    await eventually('the mode', async () => (await given(rooms.get('/service'))).key_service.proof === 'oidc');
    return new ServicesWithProvider(both, provider);
  }

  /** Invites a person of the provider, who follows the link of the mail in the browser that is returned. */
  async invited(name: string): Promise<Readonly<{ id: string; browser: BrowserByHand }>> {
    const { url } = this.both;
    const caller = new Caller(`${url}/api/v1`, await this.both.ownerToken());
    const email = `${name}@rooms.example`;
    const { id } = await given(caller.post('/users/invite', { email, role: 'member' }));
    const browser = new BrowserByHand();
    const body = new URLSearchParams({ invitation: await this.both.mailedSecret(email) });
    const begun = await browser.ask(`${url}/sign-in/oidc`, { method: 'POST', headers: OWN_PAGE, body });
    const { data } = (await begun.json()) as { data: { url: string } };
    const asked = await browser.follow(`${data.url}&login_hint=${name}`);
    // The provider knows them by another address.
    await browser.presses(await asked.text(), url);
    return { id, browser };
  }

  async end(): Promise<void> {
    await this.both.end();
    await this.provider.stop();
  }
}
