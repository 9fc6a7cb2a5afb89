import { element } from './page.mjs';

/** @param {HTMLFormElement} form */
const isLimited = (form) => new FormData(form).get('extent') === 'only';

/**
 * The scopes that are chosen, or undefined for every right of the person. Whether too few are is the API's to say.
 *
 * @param {HTMLFormElement} form
 */
export const chosenScopes = (form) => (isLimited(form) ? new FormData(form).getAll('scope') : undefined);

/**
 * Shows the single scopes only where they count.
 *
 * @param {HTMLFormElement} form
 */
export function followExtent(form) {
  element('scope-list', HTMLElement).hidden = !isLimited(form);
}

for (const radio of document.querySelectorAll('input[name="extent"]'))
  radio.addEventListener('change', () => followExtent(element('make', HTMLFormElement)));
