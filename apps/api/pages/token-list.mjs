import { element } from './page.mjs';

/**
 * @typedef {{
 *   id: string, name: string, prefix: string, scopes: string[] | null,
 *   created_at: string, expires_at: string | null, last_used_at: string | null,
 * }} Token
 */

const list = element('list', HTMLUListElement);
const template = element('token', HTMLTemplateElement);

/**
 * Shows tokens in place of those that are shown.
 *
 * @param {Token[]} tokens
 * @param {(token: Token) => void} revoke
 */
export function showTokens(tokens, revoke) {
  list.replaceChildren(...tokens.map((token) => itemOf(token, revoke)));
  element('none', HTMLElement).hidden = tokens.length > 0;
}

export function clearTokens() {
  list.replaceChildren();
}

/**
 * @param {Token} token
 * @param {(token: Token) => void} revoke
 */
function itemOf(token, revoke) {
  const item = document.importNode(template.content, true);
  const hasEnded = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now();
  const shown = {
    name: token.name,
    prefix: `${token.prefix}…`,
    scopes: token.scopes?.join(', ') ?? 'everything that you may do',
    created_at: timeOf(token.created_at),
    expires_at: token.expires_at === null ? 'never' : `${timeOf(token.expires_at)}${hasEnded ? ' (expired)' : ''}`,
    last_used_at: token.last_used_at === null ? 'never' : timeOf(token.last_used_at),
  };
  for (const [field, text] of Object.entries(shown)) {
    const place = item.querySelector(`[data-is="${field}"]`);
    if (place !== null) place.textContent = text;
  }
  const button = item.querySelector('button');
  button?.setAttribute('aria-label', `Revoke ${token.name}`);
  button?.addEventListener('click', () => revoke(token));
  return item;
}

const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @param {string} instant */
const timeOf = (instant) => FORMAT.format(new Date(instant));
