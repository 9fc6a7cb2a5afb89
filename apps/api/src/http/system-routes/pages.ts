import { readFile } from 'node:fs/promises';
import { SCOPES } from '@strongroom/domain';
import { staticPath } from './static-file.ts';
import type { SystemRoute } from './system-route.ts';

/** The same path from `src` and from `dist`. */
const FOLDER = new URL('../../../pages/', import.meta.url);

/** Allows scripts, styles and connections of this service only, and no form submission without a script. */
const policy = (spokenTo: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${spokenTo === undefined ? '' : ` ${spokenTo}`}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const guarded = (spokenTo?: string): readonly string[] => [
  'Content-Security-Policy',
  policy(spokenTo),
  'Referrer-Policy',
  'no-referrer',
];
const SCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

const file = (name: string) => (): Promise<Uint8Array> => readFile(new URL(name, FOLDER));

/** The page with a checkbox for each scope. */
async function tokensPage(): Promise<Uint8Array> {
  const page = new TextDecoder().decode(await file('tokens.html')());
  const boxes = Object.entries(SCOPES).map(
    ([scope, text]) =>
      `<label class="choice"><input type="checkbox" name="scope" value="${scope}"> <span><code>${scope}</code> ${text}</span></label>`,
  );
  return new TextEncoder().encode(page.replace('<!-- scopes -->', boxes.join('\n')));
}

const page = (path: string, content: () => Promise<Uint8Array>, spokenTo?: string): SystemRoute =>
  staticPath(path, { type: HTML, content, headers: ['Cache-Control', 'no-store', ...guarded(spokenTo)] });

/** Revalidated with every page, so that a page never runs the script of another version. */
const part = (name: string, type: string): SystemRoute =>
  staticPath(`/pages/${name}`, { type, content: file(name), headers: ['Cache-Control', 'no-cache', ...guarded()] });

const SCRIPTS = [
  'activate.mjs',
  'api.mjs',
  'link.mjs',
  'open.mjs',
  'page.mjs',
  'receive.mjs',
  'revoke-dialog.mjs',
  'scopes.mjs',
  'secret.mjs',
  'token-list.mjs',
  'tokens.mjs',
];

/**
 * /activate, for links of invitations; /open, for links of files with their key; and /settings/tokens.
 * `downloadOrigin`: origin of ciphertext if not this service.
 */
export const pagePaths = (downloadOrigin: string | undefined): readonly SystemRoute[] => [
  page('/activate', file('activate.html')),
  page('/open', file('open.html'), downloadOrigin),
  page('/settings/tokens', tokensPage),
  part('style.css', 'text/css; charset=utf-8'),
  ...SCRIPTS.map((name) => part(name, SCRIPT)),
];
