import { expect, test } from '@jest/globals';
import { filesPage, link, page, table } from './files-page.ts';

filesPage();

/** Keys of the page that a field, a menu or a dialog must keep for itself. `Escape` and Ctrl+K are theirs too. */
const KEYS =
  '? / Control+b Control+Shift+B Control+z Control+a Control+x Control+v Delete Backspace F2 Alt+ArrowUp Home End PageDown n p r f + -'.split(
    ' ',
  );

/** Whatever a key of the page could change. */
const state = (): Promise<unknown> =>
  page.evaluate(`({
    at: location.pathname + new URLSearchParams(location.search).get('folder'),
    folds: [localStorage.getItem('folded-menu'), localStorage.getItem('folded-tree')],
    layers: [...document.querySelectorAll('.veil, .pop, .viewer, [role=dialog]')].map((one) => one.className),
    bars: [...document.querySelectorAll('[role=toolbar]')].map((one) => one.getAttribute('aria-label')),
    fields: document.querySelectorAll('main [role=table] input:not([type=checkbox])').length,
  })`);

/** An editable part that no page has yet. */
const EDITABLE = `{
  const part = document.createElement('div');
  part.contentEditable = 'true';
  part.id = 'editable';
  document.querySelector('main').append(part);
}`;

type Place = readonly [where: string, selector: string, enter: () => Promise<unknown>];
const PLACES: readonly Place[] = [
  ['the search', '.file-find input', () => page.getByRole('searchbox').focus()],
  [
    'the name in a row',
    '[role=table] input:not([type=checkbox])',
    async () => {
      await link('Kick-off.pptx').focus();
      await page.keyboard.press('F2');
      await table().getByRole('textbox').waitFor();
    },
  ],
  ['an editable part', '#editable', () => page.evaluate(EDITABLE).then(() => page.locator('#editable').focus())],
  [
    'a field of a dialog',
    '[role=dialog] input',
    async () => {
      await page.getByRole('button', { name: 'Folder', exact: true }).click();
      await page.getByRole('menuitem', { name: 'New folder' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().focus();
    },
  ],
  [
    'a button of a dialog',
    '[role=dialog] button',
    async () => {
      await page.getByRole('button', { name: 'Folder', exact: true }).click();
      await page.getByRole('menuitem', { name: 'New folder' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).focus();
    },
  ],
  [
    'what goes to a place',
    '[role=combobox]',
    async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  ],
];

test.each(PLACES)('no key of the page acts in %s', async (_where, selector, enter) => {
  await enter();
  await page.locator(`${selector}:focus`).waitFor();
  const before = await state();
  for (const key of KEYS) {
    await page.keyboard.press(key);
    expect([key, await state()]).toEqual([key, before]);
    expect([key, await page.locator(`${selector}:focus`).count()]).toEqual([key, 1]);
  }
});

test('a menu over the page keeps the keys of the page', async () => {
  await page.getByRole('button', { name: 'Actions for Kick-off.pptx' }).click();
  await page.getByRole('menuitem').first().waitFor();
  const before = await state();
  for (const key of ['?', '/', 'Control+b', 'Control+Shift+B', 'Control+a', 'Delete', 'F2']) {
    await page.keyboard.press(key);
    expect([key, await state()]).toEqual([key, before]);
    expect([key, await page.locator('[role=menu] :focus, [role=menu]:focus').count()]).toEqual([key, 1]);
  }
});
