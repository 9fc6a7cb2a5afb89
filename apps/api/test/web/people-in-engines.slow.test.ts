import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CLIENT_SECRET, IdentityProviderProcess, roomService } from '@strongroom/test-servers/identity-provider';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { ENGINES, OWNER, type SteeredBrowser } from './behind-a-line.ts';
import { PASSWORD } from './tab.ts';

/** Sign-in at a provider, and people who go, in each engine: `provider.test.ts` and others have more of them, in Chromium. */

jest.setTimeout(4 * TEST_TIMEOUT_MS);

const BY_PROVIDER = 'Sign in with your organisation’s account';

describe.each(ENGINES)('%s', (_engine, start) => {
  let browser: SteeredBrowser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());

  describe('with an identity provider', () => {
    let world: World;
    let provider: IdentityProviderProcess;
    let page: SteeredPage;

    beforeAll(async () => {
      await buildPages();
      provider = await IdentityProviderProcess.make();
      world = await startService({ identity: { issuer: provider.issuer, clientSecret: CLIENT_SECRET } });
      await provider.start([roomService(world.url)]);
      await world.owner.post('/me/password', { new_password: PASSWORD });
      page = await browser.openPage();
    }, 2 * TEST_TIMEOUT_MS);
    afterAll(async () => {
      await provider.stop();
      await world.stop();
    });

    test('a person joins by an invitation with the account of their organisation, and signs in with it again', async () => {
      const email = 'ada@rooms.example';
      await world.owner.post('/users/invite', { email, role: 'member' });
      await page.goto(`${world.url}/activate#token=${await mailedSecret(world, email)}`);
      await page.click('button', 'Use your organisation’s account');
      // The provider knows them by another address.
      await page.text('ada@example.com');
      await page.click('button', 'Both are mine: link them');
      await page.find('heading', 'Rooms');
      await page.click('button', 'Account of Person ada');
      await page.click('menuitem', 'Sign out');
      await page.click('button', BY_PROVIDER);
      await page.find('heading', 'Rooms');
      await page.click('button', 'Account of Person ada');
      await page.click('menuitem', 'Sign out');
      await page.find('button', BY_PROVIDER);
      await page.goto(`${world.url}/rooms`);
      await page.find('button', BY_PROVIDER);
      expect((await world.owner.get('/audit-events?type=session.started&per_page=1')).body.data[0].data).toEqual({
        way: 'oidc',
      });
    });

    test('a person is deactivated and erased, after a question each, and leaves the list', async () => {
      const leaver = await aPerson(world);
      await page.goto(`${world.url}/sign-in`);
      await page.fill('E-mail', OWNER);
      await page.fill('Password', PASSWORD);
      await page.click('button', 'Sign in');
      await page.until(`document.querySelector('h1')?.textContent.includes('ooms')`);
      const { name } = (await world.owner.get(`/users/${leaver.id}`)).body.data;
      const choose = async (action: string): Promise<void> => {
        await page.goto(`${world.url}/people?find=${encodeURIComponent(leaver.email)}`);
        await page.click('button', `Actions for ${name}`);
        await page.click('menuitem', action);
        await page.until('document.querySelector("[role=alertdialog], [role=dialog]") !== null');
      };
      await choose('Deactivate');
      await page.click('button', 'Deactivate');
      await page.text('deactivated');
      expect((await leaver.caller.get('/me')).status).toBe(401);
      await choose('Erase');
      await page.evaluate(
        'document.querySelector("[role=alertdialog] input[type=checkbox], [role=dialog] input[type=checkbox]").click()',
      );
      await page.click('button', 'Erase');
      await page.until(`!document.body.innerText.includes('${leaver.email}')`);
      expect((await world.owner.get(`/users/${leaver.id}`)).body.data.name).toBe('erased user');
    });
  });
});
