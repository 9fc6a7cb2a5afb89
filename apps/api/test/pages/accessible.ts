import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** A page of any browser, or of Playwright. */
type Evaluating = Readonly<{ evaluate: (expression: string) => Promise<unknown> }>;
type Results = Readonly<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;

const require = createRequire(import.meta.url);

/** Half a megabyte, for the page alone: an import would run it here too. */
let source: string | undefined;
const axeSource = (): string =>
  (source ??= `(() => { ${readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')}
})()`);

/** The rules of axe whose findings depend on the theme. */
const OF_COLOURS = "runOnly: ['color-contrast', 'link-in-text-block'], ";

/** Accessibility problems that axe finds in the page, or only those of colours. */
export async function barriers(page: Evaluating, { ofColours = false } = {}): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeSource());
  const results = await page.evaluate(
    `axe.run({ ${ofColours ? OF_COLOURS : ''}resultTypes: ['violations'] }).then(JSON.stringify)`,
  );
  const { violations } = JSON.parse(String(results)) as Results;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether the page, and each dialog on it, fits without horizontal scrolling. */
export const fits = (page: Evaluating): Promise<unknown> =>
  page.evaluate(`[document.documentElement, ...document.querySelectorAll('.veil, .dialog, .dialog-body')]
    .every((one) => one.scrollWidth <= one.clientWidth)`);

/**
 * Controls that a person cannot press: scrolled to the middle of the window, something else is at their place or the
 * window cuts them off. With a dialog, only its own count. Text that a button cuts off counts too.
 */
const UNREACHABLE = `(() => {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const scope = [...dialogs].at(-1) ?? document;
  const found = [];
  for (const control of scope.querySelectorAll('a[href], button, input:not([type=hidden]), textarea, select, summary, label.check, label.radio')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.hidden-visually, [data-react-aria-prevent-focus], .skip')) continue;
    const { width, height } = control.getBoundingClientRect();
    // The label shows the box of a check, whose input is hidden.
    if (width <= 1 || height <= 1 || (control.matches('input') && control.closest('label') !== null)) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const [box] = control.getClientRects();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 60) ?? control.outerHTML;
    const at = document.elementFromPoint(x, y);
    const label = control.closest('label');
    const isOwn = at !== null && (control.contains(at) || (label !== null && label === at.closest('label')));
    if (!isOwn) found.push('covered: ' + name + ' by ' + (at?.outerHTML.slice(0, 80) ?? 'the edge'));
    for (let around = control.parentElement; around !== null && around !== document.body; around = around.parentElement)
      if (around.scrollTop > 0 && getComputedStyle(around).overflowY === 'hidden') found.push('out of sight: ' + name);
    if (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5) found.push('cut by the window: ' + name);
    if (control.matches('button') && control.scrollWidth > control.clientWidth + 1 && control.querySelector('.cut') === null)
      found.push('cut text: ' + name);
  }
  return found;
})()`;

/** Controls that cannot be pressed in a window of this size, wherever the page is scrolled to. */
export const unreachable = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>(UNREACHABLE);

/**
 * Controls that a finger misses within 44 pixels, scrolled to the middle of the window. With a dialog, only its own count. A link
 * within a sentence is as high as its line.
 */
const MISSED = `(() => {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const scope = [...dialogs].at(-1) ?? document;
  const found = [];
  // A sentence of the activity has its words in spans.
  const isText = (node) => node.nodeType === 3 || (node.nodeType === 1 && node.matches('span:not([class])') && node.childElementCount === 0);
  const textOf = (node) => [...node.childNodes].filter(isText).map(({ textContent }) => textContent.trim()).join('');
  for (const control of scope.querySelectorAll('a[href], button, input:not([type=hidden]), textarea, select, summary, label.check, label.radio')) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.hidden-visually, [data-react-aria-prevent-focus], .skip')) continue;
    if (control.matches('input') && control.closest('label') !== null) continue;
    if (control.matches('a') && textOf(control.parentElement) !== '' && getComputedStyle(control).display === 'inline') continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = control.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    const isMet = (across, down) => {
      const met = document.elementFromPoint(across, down);
      return met !== null && (control.contains(met) || (control.closest('label') !== null && control.closest('label') === met.closest('label')));
    };
    const [across, down] = [x + width / 2, y + height / 2];
    const reach = (byX, byY) => {
      let count = 0;
      while (count < 44 && isMet(across + byX * count, down + byY * count)) count++;
      return count;
    };
    const isWide = reach(-1, 0) + reach(1, 0) >= 44;
    const isHigh = reach(0, -1) + reach(0, 1) >= 44;
    if (!isWide || !isHigh) found.push((control.getAttribute('aria-label') || control.textContent.trim() || control.outerHTML).slice(0, 50) + ' ' + Math.round(width) + ' x ' + Math.round(height));
  }
  return found;
})()`;

/** Controls that are too small for a finger, or too close to others. */
export const tooSmall = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>(MISSED);
