import { element } from './page.mjs';

/** @param {HTMLFormElement} form */
const isLimited = (form) => new FormData(form).get('extent') === 'only';

/**
 * The chosen scopes, or undefined for all rights of the user. The API refuses an empty choice. @param {HTMLFormElement}
 * form
 */
export const chosenScopes = (form) => (isLimited(form) ? new FormData(form).getAll('scope') : undefined);

/** Shows the single scopes only if they are in use. @param {HTMLFormElement} form */
export function followExtent(form) {
  element('scope-list', HTMLElement).hidden = !isLimited(form);
}

for (const radio of document.querySelectorAll('input[name="extent"]'))
  radio.addEventListener('change', () => followExtent(element('make', HTMLFormElement)));
