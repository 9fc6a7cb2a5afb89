import { ask, Refusal } from './api.mjs';
import { clearProblems, element, onSubmit, showProblem, tell } from './page.mjs';
import { askBeforeRevoking, stopAsking } from './revoke-dialog.mjs';
import { chosenScopes, followExtent } from './scopes.mjs';
import { hideSecret, showSecret } from './secret.mjs';
import { clearTokens, showTokens } from './token-list.mjs';

const signIn = element('sign-in', HTMLFormElement);
const account = element('account', HTMLElement);
const make = element('make', HTMLFormElement);
const email = element('email', HTMLInputElement);
const password = element('password', HTMLInputElement);

/**
 * The session, kept only in this variable, because the next user of a browser can read its storage. After a reload the
 * page asks for the password again. @type {string | undefined}
 */
let session;

/**
 * Asks the API as the person who is signed in. When the session has ended, the page asks for the password again.
 *
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {object} [body]
 */
async function askSignedIn(method, path, body) {
  try {
    return await ask(method, path, { ...(session && { session }), ...(body && { body }) });
  } catch (error) {
    // The API's text about an expired token does not help here.
    if (error instanceof Refusal && error.status === 401)
      leave(new Refusal('Your session has ended. Sign in again.', { status: 401 }));
    throw error;
  }
}

async function refresh() {
  const tokens = [];
  let cursor = null;
  do {
    const next = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { data, meta } = await askSignedIn('GET', `tokens?per_page=100${next}`);
    tokens.push(...data);
    cursor = meta.next_cursor;
  } while (cursor !== null);
  showTokens(tokens, (token) => askBeforeRevoking(token, revoke));
}

/** @param {{ id: string, name: string }} token */
async function revoke(token) {
  await askSignedIn('DELETE', `tokens/${token.id}`);
  stopAsking();
  hideSecret(token.id);
  element('list-title', HTMLElement).focus();
  await refresh();
  tell(`“${token.name}” is revoked.`);
}

onSubmit(signIn, async () => {
  const { data } = await ask('POST', 'sessions', { body: { email: email.value, password: password.value } });
  session = data.token;
  signIn.reset();
  clearProblems(make);
  await refresh();
  element('who', HTMLElement).textContent = data.user.email;
  signIn.hidden = true;
  account.hidden = false;
  element('list-title', HTMLElement).focus();
});

onSubmit(make, async () => {
  const { name, expires_in: expiresIn } = Object.fromEntries(new FormData(make));
  const scopes = chosenScopes(make);
  const { data } = await askSignedIn('POST', 'tokens', {
    name,
    expires_in: Number(expiresIn),
    ...(scopes && { scopes }),
  });
  // Shown first, because it is shown only once: a failure to read the list must not lose it.
  showSecret(data);
  make.reset();
  followExtent(make);
  await refresh();
});

/** The page forgets the session whatever the service answers: a broken connection must not keep the user signed in. */
async function signOut() {
  const ended = ask('DELETE', 'sessions/current', { ...(session && { session }) });
  leave();
  tell(
    await ended.then(
      () => 'You are signed out.',
      () => 'You are signed out here. The service did not confirm it; the session ends by itself within 12 hours.',
    ),
  );
}

element('sign-out', HTMLElement).addEventListener('click', () => void signOut());

/** Forgets everything about the signed-in user. @param {Refusal} [why] */
function leave(why) {
  session = undefined;
  stopAsking();
  hideSecret();
  clearTokens();
  make.reset();
  followExtent(make);
  account.hidden = true;
  signIn.hidden = false;
  if (why === undefined) element('sign-in-title', HTMLElement).focus();
  else showProblem(signIn, why);
}

followExtent(make);
// A page restored from the browser's cache would still hold the session.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
