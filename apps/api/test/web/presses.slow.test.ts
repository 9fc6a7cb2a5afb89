import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openTab } from '../support/browser.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { FORMS, furnish, type Place, PUBLIC, visit } from './places.ts';
import { drawn, loaded, PASSWORD, pressSlowly, signedIn, touchSlowly } from './tab.ts';

let browser: Browser;
let world: World;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = await furnish(world);
});

/** Counts the presses that arrive at a button which sends a form. */
const COUNT = `(() => {
  globalThis.arrived = 0;
  addEventListener('click', ({ target }) => { if (target.closest('button[type=submit]') !== null) globalThis.arrived++; }, true);
})()`;

/** Nothing is changed by the presses: they are about the page. */
async function withoutEffect(page: Page): Promise<void> {
  await page.route('**/api/**', (route) =>
    ['GET', 'HEAD'].includes(route.request().method())
      ? route.continue()
      : route.fulfill({ status: 400, json: { error: { code: 'VALIDATION_ERROR', message: 'Not now.', status: 400 } } }),
  );
}

/** A press that arrives is made by one of the next frames. */
const MAX_FRAMES = 200;

const FIELDS = 'input[type=text], input[type=email], input[type=password], input:not([type]), textarea';

/** Fills all fields of the form of a button, or empties them. The last one keeps the focus. */
async function fill(button: Locator, text: string): Promise<void> {
  for (const field of await button.locator('xpath=ancestor::form').locator(FIELDS).all()) await field.fill(text);
}

/** Opens the part of a page that holds a button, where a phone has folded it. */
async function unfold(button: Locator): Promise<void> {
  const part = button.locator('xpath=ancestor::*[contains(@class, "part-content")]/parent::section');
  const toggle = part.locator('button[aria-expanded=false]').first();
  if (!(await button.isVisible()) && (await toggle.count()) > 0) await toggle.click();
}

type Presses = Readonly<{ buttons: number; pressed: number }>;

/** Presses each button that sends a form and takes a press, while a field has an error where it can have one. */
async function pressAll(page: Page, press: (button: Locator) => Promise<void>): Promise<Presses> {
  await page.evaluate(COUNT);
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  const scope = (await dialog.count()) > 0 ? dialog.last() : page.locator('main');
  const buttons = await scope.locator('button[type=submit]').all();
  let pressed = 0;
  for (const button of buttons) {
    await unfold(button);
    if (!(await button.isVisible())) continue;
    // The errors of the first press go away when a field loses the focus, and must not take the button along.
    await fill(button, '');
    if (await button.isEnabled()) await button.click();
    await fill(button, 'x');
    // Some wait for a choice: they take no press.
    if (await button.isDisabled()) continue;
    await page.evaluate('globalThis.arrived = 0');
    await press(button);
    // react-aria makes a click when the browser is late with its own. Then two arrive. The policy of the page refuses the
    // expressions that `waitForFunction` evaluates later than at once.
    let frames = 0;
    while ((await page.evaluate('globalThis.arrived')) === 0) {
      if (++frames > MAX_FRAMES) throw new Error(`no press arrived at ${await button.textContent()}`);
      await drawn(page);
    }
    pressed++;
  }
  return { buttons: buttons.length, pressed };
}

const ENTRANCE: readonly Place[] = PUBLIC.filter(({ path }) => ['', 'welcome', 'forgot-password'].includes(path));

describe.each([
  ['a mouse', pressSlowly, { hasTouch: false }],
  ['a finger', touchSlowly, { hasTouch: true, viewport: { width: 390, height: 844 } }],
] as const)('a slow press with %s, while a field has an error', (_, press, options) => {
  let page: Page;
  let presses = 0;
  const buttonsMet = async (): Promise<number> => {
    const { buttons, pressed } = await pressAll(page, press);
    presses += pressed;
    return buttons;
  };

  describe('for a person who is signed in', () => {
    beforeAll(async () => {
      ({ page } = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, options));
      await withoutEffect(page);
    });
    test.each(FORMS)('arrives at the buttons of $name, $path', async (place) => {
      await visit(page, world.url, room, place);
      await loaded(page);
      expect(await buttonsMet()).toBeGreaterThan(0);
    });
  });

  describe('for everybody', () => {
    beforeAll(async () => {
      ({ page } = await openTab(browser, options));
      await withoutEffect(page);
    });
    test.each(ENTRANCE)('arrives at the buttons of /$name', async (place) => {
      await visit(page, world.url, room, place);
      expect(await buttonsMet()).toBeGreaterThan(0);
    });
  });

  test('arrives at most places', () => expect(presses).toBeGreaterThan((FORMS.length + ENTRANCE.length) / 2));
});
