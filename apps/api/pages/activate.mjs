import { ask, Refusal } from './api.mjs';
import { clearProblems, element, onSubmit, showProblem } from './page.mjs';

const form = element('activate', HTMLFormElement);
const name = element('name', HTMLInputElement);
const password = element('password', HTMLInputElement);
const reveal = element('reveal', HTMLInputElement);
const recovery = element('recovery', HTMLElement);
const revoke = element('revoke', HTMLInputElement);

/** The secret of the link, kept only in this variable until it is used. @type {string | undefined} */
let token;

/** Removes the secret from the address bar, the history and bookmarks. */
function takeToken() {
  const sent = new URLSearchParams(location.hash.slice(1));
  const found = sent.get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  if (found === null || found === '') return;
  token = found;
  // An attacker may have created tokens: setting a new password revokes them, unless the user keeps them.
  recovery.hidden = !sent.has('recovery');
  revoke.checked = true;
  clearProblems(form);
  showForm(true);
}

/** @param {boolean} shown */
function showForm(shown) {
  element('fields', HTMLElement).hidden = !shown;
}

async function activate() {
  reveal.checked = false;
  showPassword();
  try {
    const { data } = await ask('POST', 'invitations/accept', {
      body: {
        token,
        name: name.value,
        password: password.value,
        ...(recovery.hidden ? {} : { revoke_tokens: revoke.checked }),
      },
    });
    token = undefined;
    // The other page asks for the password, because no page passes a session to another. So this session is not needed.
    void ask('DELETE', 'sessions/current', { session: data.session.token }).catch(() => undefined);
    welcome(data);
  } catch (error) {
    // No input can make such a link work.
    if (error instanceof Refusal && error.code.startsWith('INVITATION_')) showForm(false);
    throw error;
  }
}

/** @param {{ name: string, email: string }} user */
function welcome(user) {
  form.reset();
  form.hidden = true;
  element('already', HTMLElement).hidden = true;
  element('who', HTMLElement).textContent = user.name;
  element('email', HTMLElement).textContent = user.email;
  element('done', HTMLElement).hidden = false;
  element('welcome', HTMLElement).focus();
}

function showPassword() {
  password.type = reveal.checked ? 'text' : 'password';
}

reveal.addEventListener('change', showPassword);
onSubmit(form, activate);
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', takeToken);
takeToken();
if (token === undefined) {
  showForm(false);
  showProblem(form, new Refusal('Open this page with the link from your invitation mail.'));
}
