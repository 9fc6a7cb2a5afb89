import { clearProblems, element, onSubmit } from './page.mjs';

/** @typedef {{ id: string, name: string }} Named */

const dialog = element('revoke', HTMLDialogElement);
const form = element('revoke-form', HTMLFormElement);

/** The token that the dialog asks about. @type {{ token: Named, revoke: (token: Named) => Promise<void> } | undefined} */
let asked;

/**
 * Asks whether a token is to be revoked, and does it then.
 *
 * @param {Named} token
 * @param {(token: Named) => Promise<void>} revoke
 */
export function askBeforeRevoking(token, revoke) {
  asked = { token, revoke };
  clearProblems(form);
  element('revoke-name', HTMLElement).textContent = token.name;
  dialog.showModal();
}

export function stopAsking() {
  asked = undefined;
  dialog.close();
}

onSubmit(form, async () => {
  if (asked !== undefined) await asked.revoke(asked.token);
});
element('revoke-not', HTMLElement).addEventListener('click', stopAsking);
