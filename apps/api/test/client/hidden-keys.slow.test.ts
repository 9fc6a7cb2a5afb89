import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Firefox } from '../support/firefox.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { openSite, type Site } from './site.ts';

jest.setTimeout(2 * TEST_TIMEOUT_MS);

/** A page of another site with the library, which notes each use of Web Crypto that takes or gives the bytes of a data key. */
const PAGE = '<!doctype html><title>a</title><link rel="icon" href="data:,">';

let build: BrowserBuild;
let site: Site;
let both: BothServices;

beforeAll(async () => {
  build = await buildForBrowser();
  site = await openSite(build.folder, { '/': PAGE });
  both = await BothServices.start({
    STRONGROOM_CORS_ORIGINS: site.url,
    STRONGROOM_KEY_SERVICE_ORIGINS: site.url,
  });
}, 2 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await both?.end();
  await site?.end();
  await build?.remove();
});

type Page = Readonly<{
  goto: (url: string) => Promise<unknown>;
  evaluate: (expression: string) => Promise<unknown>;
  end: () => Promise<void>;
}>;

const ENGINES: readonly (readonly [string, () => Promise<Page>])[] = [
  [
    'Chromium',
    async () => {
      const browser = await startBrowser();
      const { page } = await openTab(browser);
      return {
        goto: (url) => page.goto(url),
        evaluate: (expression) => page.evaluate(expression),
        end: () => browser.close(),
      };
    },
  ],
  [
    'Firefox',
    async () => {
      const browser = await Firefox.start();
      const page = await browser.openPage();
      return {
        goto: (url) => page.goto(url),
        evaluate: (expression) => page.evaluate(expression),
        end: () => browser.close(),
      };
    },
  ],
];

/** Uploads, opens and shares, and notes after each step which keys were handed to JavaScript as bytes. */
const program = (url: string, token: string): string => `(async () => {
  let seen = [];
  const { subtle } = crypto;
  const noted = (name, isSecret) => {
    const original = subtle[name].bind(subtle);
    subtle[name] = (...given) => {
      if (isSecret(given)) seen.push(name);
      return original(...given);
    };
  };
  noted('exportKey', ([format, key]) => key.type === 'secret');
  noted('unwrapKey', (given) => given[5]);
  noted('importKey', ([format, data, algorithm]) => (algorithm.name ?? algorithm) === 'AES-GCM');
  const { Strongroom, keyServiceUnwrapper, openLink } = await import('/index.js');
  const plain = new Strongroom({ url: '${url}', token: '${token}' });
  const { key_service: keys } = await plain.service.offer();
  const unwrap = keyServiceUnwrapper({ url: keys.url, key: keys.key });
  const client = new Strongroom({ url: '${url}', token: '${token}', unwrap });
  const steps = {};
  const step = async (name, work) => {
    seen = [];
    const result = await work();
    steps[name] = [...seen];
    return result;
  };
  const room = await client.rooms.create({ name: 'falcon', classification: 'C2' });
  const content = new TextEncoder().encode('the price is 4711');
  const about = { name: 'price.txt', content_type: 'text/plain' };
  const file = await step('upload', () => client.upload(room.id, about, content));
  const back = await step('open', () => client.download(file.id));
  const { url: link } = await step('share', () => client.shareWithKey(file.id, { expires_in: 600 }));
  const shared = await openLink(link);
  return JSON.stringify({ steps, back: new TextDecoder().decode(back), shared: new TextDecoder().decode(shared.content) });
})()`;

describe.each(ENGINES)('in %s', (_, open) => {
  test('a data key of the key service is in no variable, but for a link', async () => {
    const page = await open();
    try {
      await page.goto(site.url);
      const found = JSON.parse(String(await page.evaluate(program(both.url, await both.ownerToken()))));
      expect(found).toEqual({
        steps: { upload: [], open: [], share: ['unwrapKey', 'exportKey'] },
        back: 'the price is 4711',
        shared: 'the price is 4711',
      });
    } finally {
      await page.end();
    }
  });
});
