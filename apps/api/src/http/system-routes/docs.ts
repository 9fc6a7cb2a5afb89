import { builtPages } from './built-pages.ts';
import { staticPath } from './static-file.ts';
import type { SystemRoute } from './system-route.ts';

/** Loads and runs only files of this service, and sends requests to it alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** /docs and what is below it: guides and the reference of the API, if the pages were built. */
export function docsPaths(): readonly SystemRoute[] {
  const built = builtPages();
  return (built?.names ?? [])
    .filter((name) => /^docs[./]/.test(name) && name.endsWith('.html'))
    .flatMap((name) => {
      const source = built?.source(name);
      const headers = [
        'Cache-Control',
        'no-cache',
        'Content-Security-Policy',
        POLICY,
        'Referrer-Policy',
        'no-referrer',
      ];
      return source === undefined ? [] : [staticPath(`/${name.replace(/\.html$/, '')}`, { ...source, headers })];
    });
}
