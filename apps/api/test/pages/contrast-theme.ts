import type { Page } from 'playwright-core';

/** Number of tab stops at which a test looks for a focus ring. */
const STOPS = 25;

/**
 * Finds state that a contrast theme hides: grounds are not painted there, so each state needs a line or a colour of the theme. The
 * page has to be in `forcedColors: active`.
 */
const LOST = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const system = (name) => ((probe.style.color = name), getComputedStyle(probe).color);
  const [grey, highlight] = [system('GrayText'), system('Highlight')];
  const inks = new Set(['CanvasText', 'LinkText', 'VisitedText', 'ButtonText', 'HighlightText', 'GrayText'].map(system));
  probe.remove();
  const isSeen = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const nameOf = (one) =>
    one.tagName.toLowerCase() + ' ' + (one.getAttribute('class') ?? '') + ' in ' + one.parentElement.className + ' ' +
    (one.ariaLabel ?? one.textContent.trim()).slice(0, 30);
  const found = [];
  const check = (what, selector, isFine) => {
    for (const one of all(selector)) if (!isFine(getComputedStyle(one), one)) found.push(what + ': ' + nameOf(one));
  };
  check('disabled', ':disabled, [data-disabled], [data-idle], [aria-disabled=true]', ({ color, opacity }) => color === grey && opacity === '1');
  check('frame', '.badge, .classification', ({ borderTopStyle, borderTopWidth }) => borderTopStyle !== 'none' && borderTopWidth !== '0px');
  const mine = ({ outlineStyle, outlineColor, borderBottomColor, borderBottomStyle, backgroundColor, fill }, one) =>
    (outlineStyle !== 'none' && outlineColor === highlight) ||
    (borderBottomStyle !== 'none' && borderBottomColor === highlight) || backgroundColor === highlight ||
    [...one.querySelectorAll('.icon')].some((icon) => getComputedStyle(icon).fill !== 'none');
  check('choice', '[role=group] > .button', (_, one) => one.hasAttribute('aria-pressed'));
  check('chosen', '[aria-current]:not([aria-current=false], .crumbs *), [aria-selected=true], [aria-pressed=true]', mine);
  const groundOf = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
    }
    return system('Canvas');
  };
  check('icon', 'svg.icon', ({ stroke }, one) => inks.has(stroke) && stroke !== groundOf(one));
  return [...new Set(found)];
})()`;

/** The focused element where no ring shows that it is; null where one does. */
const RINGLESS = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return null;
  const rings = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px';
  for (let at = one, level = 0; at !== null && level < 3; at = at.parentElement, level++)
    if (rings(getComputedStyle(at))) return null;
  return 'ring: ' + one.tagName.toLowerCase() + '.' + one.className + ' ' + (one.ariaLabel ?? one.textContent).slice(0, 30);
})()`;

export async function lostInContrastTheme(page: Page): Promise<readonly string[]> {
  const found = new Set<string>(await page.evaluate<string[]>(LOST));
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press('Tab');
    const ringless = await page.evaluate<string | null>(RINGLESS);
    if (ringless !== null) found.add(ringless);
  }
  return [...found];
}
