import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { fits, tooSmall } from '../pages/accessible.ts';
import { openTab, type Tab } from '../support/browser.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { DIALOGS, furnish, LATER_STEPS, PAGES, type Place, PUBLIC, visit } from './places.ts';
import { drawn, expectFine, loaded, PASSWORD, problemsZoomed, signedIn, ZOOMED } from './tab.ts';

let browser: Browser;
let world: World;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = await furnish(world);
});

/** Whatever breaks the rule of the buttons below a dialog: those that are main are blue or red. */
const FAULTS_OF_END = `(() => {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const isMain = ({ dataset: { kind } }) => kind === 'primary' || kind === 'danger';
  const main = [...dialog.querySelectorAll('button')].filter(isMain).map((button) => button.textContent);
  const [out, ...rest] = [...(dialog.querySelector('.dialog-actions')?.querySelectorAll('button') ?? [])];
  const isOut = out === undefined || ['Cancel', 'Close', 'Done', 'I have stored it'].includes(out.textContent);
  return [
    main.length > 1 && 'several main buttons: ' + main.join(),
    !isOut && 'begins with ' + out.textContent,
    out !== undefined && isMain(out) && 'a main button to leave',
    rest.length > 1 && 'more than two buttons',
    rest.some((button) => !isMain(button)) && 'ends with a button that is not main',
  ].filter(Boolean);
})()`;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1280, height: 640 },
  { width: 390, height: 844 },
  { width: 390, height: 600 },
] as const;

/** Whatever of a dialog must be in the window and is not: its heading, and the buttons that leave it and do its work. */
const OUT_OF_SIGHT = `(() => {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const isMain = ({ dataset: { kind } }) => kind === 'primary' || kind === 'danger';
  const buttons = [...dialog.querySelectorAll('.dialog-actions button, button')].filter((one) => isMain(one) || one.closest('.dialog-actions'));
  return [dialog.querySelector('h1, h2'), ...new Set(buttons)].flatMap((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isInside && one.contains(met) ? [] : [one.textContent];
  });
})()`;

describe('in a usual window', () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  });
  afterEach(() => tab.clear());

  test.each(PAGES)('$name has no accessibility problem in either theme, and fits into 320 pixels', async (place) => {
    await visit(tab.page, world.url, room, place);
    await loaded(tab.page);
    await expectFine(tab.page);
    expect(await tab.page.getByRole('alert').count()).toBe(0);
  });

  test.each(DIALOGS)(
    '$name, a dialog, ends with the way out and then its only main button, both in sight in each window',
    async (place) => {
      await visit(tab.page, world.url, room, place);
      await loaded(tab.page);
      expect(await tab.page.evaluate(FAULTS_OF_END)).toEqual([]);
      for (const size of SIZES) {
        await tab.page.setViewportSize(size);
        await drawn(tab.page);
        expect([size, await tab.page.evaluate(OUT_OF_SIGHT)]).toEqual([size, []]);
      }
      await tab.page.setViewportSize(SIZES[0]);
    },
  );

  test.each(LATER_STEPS)('$name, a dialog, is as wide as the step before it', async (place) => {
    const widthAfter = async (presses: Place['presses']): Promise<unknown> => {
      await visit(tab.page, world.url, room, { ...place, presses });
      await loaded(tab.page);
      return tab.page.evaluate("[...document.querySelectorAll('.modal')].at(-1).offsetWidth");
    };
    const width = await widthAfter(place.presses.slice(0, -1));
    expect(await widthAfter(place.presses)).toBe(width);
  });
});

describe('on a phone', () => {
  let page: Page;
  beforeAll(async () => {
    const options = { viewport: SIZES[2], hasTouch: true, isMobile: true };
    ({ page } = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, options));
  });

  test.each([...PAGES, ...DIALOGS])('$name fits, and a finger meets each control within 44 pixels', async (place) => {
    await visit(page, world.url, room, place);
    await loaded(page);
    expect([await fits(page), await tooSmall(page)]).toEqual([true, []]);
  });
});

describe('zoomed to 200 % and 400 %', () => {
  let tab: Tab;
  let page: Page;
  afterEach(() => tab.clear());

  const open = async (place: Place): Promise<void> => {
    await page.setViewportSize(ZOOMED.viewport);
    await visit(page, world.url, room, place);
  };
  const problems = async (place: Place): Promise<readonly string[]> => {
    await open(place);
    await loaded(page);
    return problemsZoomed(page);
  };

  describe('for a person who is signed in', () => {
    beforeAll(async () => {
      tab = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, ZOOMED);
      page = tab.page;
    });
    test.each(PAGES)('$name can be read and pressed everywhere', async (place) => {
      expect(await problems(place)).toEqual([]);
    });
    test.each(DIALOGS)('$name, a dialog, can be read and pressed everywhere', async (place) => {
      expect(await problems(place)).toEqual([]);
    });
  });

  describe('for everybody', () => {
    beforeAll(async () => {
      tab = await openTab(browser, ZOOMED);
      page = tab.page;
    });
    // The page of components shows a sign that something loads.
    test.each(PUBLIC)('/$name can be read and pressed everywhere', async (place) => {
      await open(place);
      expect(await problemsZoomed(page)).toEqual([]);
    });
  });
});
