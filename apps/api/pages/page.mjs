import { Refusal } from './api.mjs';

/**
 * The element of that id. Throws TypeError when the page has none of that type.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
export function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} called ${id}`);
  return found;
}

/** Announces a message; a screen reader reads it without moving the focus. @param {string} text */
export function tell(text) {
  element('status', HTMLElement).textContent = text;
}

/**
 * Does `work` when the form is sent, once at a time, and shows in the form why it was not done.
 *
 * @param {HTMLFormElement} form with an element of role "alert"
 * @param {() => Promise<void>} work
 */
export function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The button is not disabled, because a disabled button loses the focus.
    if (form.getAttribute('aria-busy') !== 'true') void run(form, work);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} work
 */
async function run(form, work) {
  clearProblems(form);
  tell('');
  form.setAttribute('aria-busy', 'true');
  try {
    await work();
  } catch (error) {
    showProblem(form, error);
  } finally {
    form.removeAttribute('aria-busy');
  }
}

/**
 * Shows why a form was not done, marks the fields that are named, and goes to the first of them or else to the text.
 *
 * @param {HTMLFormElement} form
 * @param {unknown} error
 */
export function showProblem(form, error) {
  if (!(error instanceof Refusal)) reportError(error);
  const { message, details } = error instanceof Refusal ? error : new Refusal('This page failed. Reload it.');
  const place = alertOf(form);
  const fields = details.map((detail) => mark(form, detail)).filter((field) => field !== undefined);
  const sentences = details.map((detail) => sentenceOf(form, detail));
  place.textContent = sentences.length > 0 ? sentences.join(' ') : message;
  (fields[0] ?? place).focus();
}

/** @param {HTMLFormElement} form */
export function clearProblems(form) {
  alertOf(form).textContent = '';
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  for (const place of form.querySelectorAll('.field-problem')) place.textContent = '';
}

/** @param {HTMLFormElement} form */
function alertOf(form) {
  const found = form.querySelector('[role="alert"]');
  if (!(found instanceof HTMLElement)) throw new TypeError('the form has no place for problems');
  return found;
}

/** @typedef {import('./api.mjs').Detail} Detail */

/**
 * The control that a field of the API is entered in. A list is a fieldset, of which the first control counts.
 *
 * @param {HTMLFormElement} form
 * @param {Detail} detail
 */
function controlOf(form, { field }) {
  const control = form.elements.namedItem(field.replace(/[.[].*/, ''));
  return control instanceof HTMLElement ? control : undefined;
}

/**
 * @param {HTMLFormElement} form
 * @param {Detail} detail
 * @returns {HTMLElement | undefined} what to focus
 */
function mark(form, detail) {
  const control = controlOf(form, detail);
  if (control === undefined) return undefined;
  element(`${control.id}-problem`, HTMLElement).textContent = sentenceOf(form, detail);
  if (control instanceof HTMLFieldSetElement) return control.querySelector('input') ?? undefined;
  control.setAttribute('aria-invalid', 'true');
  return control;
}

/**
 * The API's sentence, with the name that its field has on the page.
 *
 * @param {HTMLFormElement} form
 * @param {Detail} detail
 */
function sentenceOf(form, detail) {
  const { field, message } = detail;
  const control = controlOf(form, detail);
  const label =
    control instanceof HTMLFieldSetElement
      ? control.querySelector('legend')
      : form.querySelector(`label[for="${control?.id}"]`);
  const name = label?.textContent;
  return `${name && message.startsWith(field) ? name + message.slice(field.length) : message}.`;
}
