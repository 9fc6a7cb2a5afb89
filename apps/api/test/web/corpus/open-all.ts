import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, TEST_TIMEOUT_MS } from '../../support/browser.ts';
import { ViewerPlace } from '../viewer-place.ts';
import type { Case } from './case.ts';

const SHOWN_MS = 20_000;

/** Signs of the document itself; the sign of a note is ours. */
const FOREIGN =
  '.viewer a[href^="http"], .viewer script, .viewer iframe, .viewer img:not([src*="/web/images/annotation-note.svg#"])';

/** The state of the viewer: `waiting` until there is something to judge. */
const LOOK = `() => {
  const viewer = document.querySelector('.viewer');
  if (viewer === null || viewer.querySelector('.progress, .skeleton') !== null) return 'waiting';
  const isDrawn = (canvas) => {
    if (canvas.width < 2 || getComputedStyle(canvas).visibility === 'hidden') return false;
    const small = new OffscreenCanvas(64, 64).getContext('2d');
    small.drawImage(canvas, 0, 0, 64, 64);
    const { data } = small.getImageData(0, 0, 64, 64);
    return data.some((value, index) => Math.abs(value - data[index % 4]) > 16);
  };
  if (viewer.querySelector('.viewer-password') !== null) return 'password';
  if (viewer.querySelector('.empty') !== null) return 'download only';
  if (viewer.querySelector('.viewer-part > .notice') !== null) return 'refused';
  if ([...viewer.querySelectorAll('.page canvas, .image-view, .paper-picture')].some(isDrawn)) return 'drawn';
  const rows = viewer.querySelectorAll('.text-row, [role=cell], .zip-line, .paper');
  return [...rows].some(({ textContent }) => textContent.trim() !== '') ? 'text' : 'waiting';
}`;

/** Looks at each frame until the viewer is in a state, and returns the last one. The policy of the page forbids `waitForFunction`. */
const until = (outcome: string): string => `new Promise((resolve) => {
  const look = ${LOOK};
  const end = performance.now() + ${SHOWN_MS};
  const step = () => {
    const state = look();
    if (state === ${JSON.stringify(outcome)} || performance.now() > end) resolve(state);
    else requestAnimationFrame(step);
  };
  step();
})`;

/** Opens each of these files in Chromium. */
export function opensAll(cases: readonly Case[]): void {
  let browser: Browser;
  let place: ViewerPlace;

  jest.setTimeout(2 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    browser = await startBrowser();
    place = await ViewerPlace.start(browser);
    await place.upload(cases.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })));
  }, 2 * TEST_TIMEOUT_MS);
  afterAll(async () => {
    await browser.close();
    await place.end();
  });

  test.each(cases)('$name is $outcome', async ({ name, outcome, says }) => {
    const { page } = place;
    await place.openById(name);
    // A document is drawn before what is missing in it is known.
    expect([name, await page.evaluate(until(outcome))]).toEqual([name, outcome]);
    if (says !== undefined && says !== '')
      await page.getByRole('dialog').getByText(says).filter({ visible: true }).first().waitFor();
    expect([await page.evaluate('globalThis.wasRun'), place.asked]).toEqual([undefined, []]);
    expect(await page.locator(FOREIGN).count()).toBe(0);
    await place.tab.clear();
  });
}
