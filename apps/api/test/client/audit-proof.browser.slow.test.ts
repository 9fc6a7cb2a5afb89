import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { aRoomOf, type Served, serve } from './service.ts';
import { openSite } from './site.ts';

jest.setTimeout(TEST_TIMEOUT_MS);

/** The library on a page of another site, as `library`, and a reader of tar archives, as `filesOf`. */
const PAGE = `<!doctype html><title>a</title><link rel="icon" href="data:,"><script type="module">
  globalThis.library = await import('/index.js');
  globalThis.filesOf = (archive) => {
    const files = new Map();
    const text = (start, length) => new TextDecoder().decode(archive.subarray(start, start + length)).replace(/\\0.*$/s, '');
    for (let at = 0; archive[at] !== 0; ) {
      const size = parseInt(text(at + 124, 12), 8);
      files.set(text(at, 100), archive.subarray(at + 512, at + 512 + size));
      at += 512 + Math.ceil(size / 512) * 512;
    }
    return files;
  };
</script>`;

const ends: (() => Promise<unknown>)[] = [];
let served: Served;
let page: Page;
let build: BrowserBuild;
beforeAll(async () => {
  build = await buildForBrowser('audit-proof');
  ends.push(build.remove);
  const site = await openSite(build.folder, { '/': PAGE });
  ends.push(site.end);
  served = await serve({ STRONGROOM_CORS_ORIGINS: site.url });
  ends.push(served.stop);
  await aRoomOf(served.owner);
  const browser = await startBrowser();
  ends.push(() => browser.close());
  const tab = await openTab(browser);
  ends.push(tab.clear);
  page = tab.page;
  await page.goto(site.url);
  await page.waitForFunction('globalThis.filesOf !== undefined');
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

/** Runs a script on the page, which has `get`, `keys` and the `event` that created the room. */
const onPage = (script: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const get = (path) => fetch('${served.url}/api/v1' + path, { headers: { Authorization: 'Bearer ${served.token}' } });
    const keys = (await (await get('/audit/key')).text()).trim().split('\\n').map(library.parseVerifierKey);
    const verdict = (work) => work.then(() => 'intact', ({ name, message }) => name + ': ' + message);
    const { data: [event] } = await (await get('/audit-events?type=room.created')).json();
    ${script}
  })()`);

test('the library verifies the proof of an event in a browser, and none that was tampered with or cut off', async () => {
  const verdicts = await onPage(`
    const proof = await (await get('/audit-events/' + event.id + '/proof')).text();
    const extra = /^extra (.*)$/m.exec(proof)[1];
    const forged = proof.replace(extra, btoa(atob(extra).replace('room.created', 'room.deleted')));
    const { event: proven } = await library.verifyEventProof(proof, { keys });
    return [
      proven.seq === event.seq && proven.type,
      await verdict(library.verifyEventProof(forged, { keys })),
      await verdict(library.verifyEventProof(proof.slice(0, proof.length / 2), { keys })),
    ];`);
  expect(verdicts).toEqual([
    'room.created',
    expect.stringMatching(/^Tampered: Event \d+ of the log is not the event of this proof\.$/),
    expect.stringMatching(/^NotJudged: the proof is cut off or damaged/),
  ]);
});

test('the library verifies a whole export in a browser, and finds an event that was changed', async () => {
  const verdicts = await onPage(`
    const archive = new Uint8Array(await (await get('/audit/export')).arrayBuffer());
    const verified = (bytes) => {
      const files = filesOf(bytes);
      const names = async function* () { yield* files.keys(); };
      return library.verifyExport({ read: async (name) => files.get(name), names }, { keys, isWhole: true });
    };
    const { size, shown } = await verified(archive);
    const text = new TextDecoder('latin1').decode(archive);
    archive[text.indexOf('room.created')] = 0x52;
    return [size > 1 && size === shown, await verdict(verified(archive))];`);
  expect(verdicts).toEqual([true, expect.stringMatching(/^Tampered: Event \d+ is not the event that was logged\.$/)]);
});

test('the library imports nothing of Node and no other package', () => {
  expect(build.imports.length).toBeGreaterThan(20);
  expect(build.imports.filter((specifier) => !/^\.{1,2}\/[\w./-]+\.js$/.test(specifier))).toEqual([]);
});
