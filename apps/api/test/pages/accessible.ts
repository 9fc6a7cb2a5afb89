import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Results = Readonly<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;

/** Accessibility problems that axe finds in the page. */
export async function barriers(page: Page): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const { violations } = await page.evaluate<Results>(`axe.run({ resultTypes: ['violations'] })`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether the page fits without horizontal scrolling. */
export const fits = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
