import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { ROOT } from '../support/built.ts';
import { KEEPS_PICTURES } from '../support/pictures.ts';

type Role = 'button' | 'link' | 'menuitem';

const PICTURES = join(ROOT, 'docs/tutorial/pictures');

/** Draws a picture of a tutorial into the documents when PICTURES is set. */
export async function picture(name: string, of: Page): Promise<void> {
  const showNotices = (how: string) =>
    of.evaluate(`document.querySelector('.toasts')?.style.setProperty('display', '${how}')`);
  await showNotices('none');
  const bytes = await of.screenshot({ animations: 'disabled', caret: 'hide' });
  await showNotices('');
  expect(bytes.length).toBeLessThan(120_000);
  if (!KEEPS_PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await writeFile(join(PICTURES, `${name}.png`), bytes);
}

const PHONE = { width: 390, height: 760 } as const;

/** Draws a picture of the page as it is, and one of the same page on a phone. */
export async function pictures(name: string, of: Page): Promise<void> {
  await picture(name, of);
  const wide = of.viewportSize();
  await of.setViewportSize(PHONE);
  await picture(`${name}-phone`, of);
  const overflow = await of.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBe(0);
  if (wide !== null) await of.setViewportSize(wide);
}

/** Presses as a tutorial says, and remembers the names of the buttons and links in `pressed`. */
export const pressing =
  (pressed: string[], page: () => Page) =>
  async (role: Role, name: string, place: Page | Locator = page()): Promise<void> => {
    pressed.push(name);
    await place.getByRole(role, { name, exact: true }).click();
  };

/** The names of buttons and links in a tutorial, in their order. */
export const namedIn = (text: string): readonly (string | undefined)[] =>
  Array.from(text.matchAll(/\*\*([^*]+)\*\*/g), ([, name]) => name);
