import { sendJson, TransportError } from '@strongroom/http-kernel';
import { acceptsHtml } from './accepts-html.ts';
import { builtPages } from './built-pages.ts';
import { staticPath } from './static-file.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

type Served = Readonly<{
  /** Origin of the object store, if not this service. */
  objects: string | undefined;
  /** Origin of the key service. */
  keys: string | undefined;
}>;

/** The one style that react-aria 1.22 puts into a page. */
const STYLE_OF_REACT_ARIA = 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=';

const policy = ({ objects, keys }: Partial<Served>, importMaps: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self'${importMaps.map((found) => ` '${found}'`).join('')}`,
    `style-src 'self' '${STYLE_OF_REACT_ARIA}'`,
    "img-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${["'self'", keys, objects].filter((origin) => origin !== undefined).join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types strongroom-worker',
  ].join('; ');

/** `/send`, for people without an account, runs one script, and has neither workers nor keys of the key service. */
const policyOfSend = (objects: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${objects === undefined ? '' : ` ${objects}`}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const FEATURES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(self), screen-wake-lock=(), usb=(), xr-spatial-tracking=()';

/** First segments of the addresses of the application; what is below them is for the page to find. */
const ADDRESSES = ['/', '/sign-in', '/forgot-password', '/welcome', '/design'];
/** Addresses that mails and documents name: pages for programs too, such as checkers of links. */
const NAMED = ['/activate', '/device', '/settings/tokens'];
const TREES = ['rooms', 'account', 'people', 'units', 'news', 'oversight', 'activity', 'receipts', 'systems', 'status'];

/** Some programs put a slash before the fragment of a link. Browsers keep the fragment on the way, which no server sees. */
const withASlash = (page: string): SystemRoute => ({
  path: `${page}/`,
  pattern: `${page}/`,
  methods: 'GET, HEAD',
  serve: async (exchange) => {
    readOnly(exchange);
    // Relative, for a service below a path.
    const headers = ['Location', `..${page}`, 'Referrer-Policy', 'no-referrer'];
    sendJson(exchange, 303, JSON.stringify({ data: { page } }), headers);
  },
});

/**
 * The web application, if it was built: its pages for browsers at every address but those of others, which have status
 * 404. Programs get JSON where no file is.
 */
export function webPaths(served: Served): readonly SystemRoute[] {
  const built = builtPages();
  if (built === undefined) return [];
  const guardedBy = (rules: string): readonly string[] => [
    'Content-Security-Policy',
    rules,
    'Referrer-Policy',
    'no-referrer',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    FEATURES,
  ];
  const guarded = guardedBy(policy(served, built.importMaps));
  const asset = (name: string): SystemRoute => {
    // Assets are named by their content.
    const kept = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return staticPath(`/${name}`, { ...built.source(name), headers: ['Cache-Control', kept, ...guarded] });
  };
  const named = (path: string, name: string, headers: readonly string[], status = 200): SystemRoute =>
    staticPath(path, { ...built.source(name), headers: ['Cache-Control', 'no-cache', ...headers], status });
  const page = (path: string, status = 200): SystemRoute => {
    const route = named(path, 'index.html', guarded, status);
    return {
      ...route,
      serve: (exchange) => {
        const { method = '', headers } = exchange.request;
        const isRead = method === 'GET' || method === 'HEAD';
        if (!acceptsHtml(headers.accept) || (status === 404 && (!isRead || isOfOthers(exchange.path))))
          throw new TransportError('ROUTE_NOT_FOUND');
        return route.serve(exchange);
      },
    };
  };
  return [
    ...built.names.filter((name) => !name.endsWith('.html') && !name.startsWith('.')).map(asset),
    asset('manifest.json'),
    // The page of a link has the viewer of the application, and nothing of the key service.
    named('/open', 'open.html', guardedBy(policy({ objects: served.objects }, built.importMaps))),
    named('/send', 'send.html', guardedBy(policyOfSend(served.objects))),
    ...['/open', '/send'].map(withASlash),
    ...NAMED.map((path) => named(path, 'index.html', guarded)),
    ...[...ADDRESSES, ...TREES.map((name) => `/${name}{/*rest}`)].map((path) => page(path)),
    { ...page('/{*rest}', 404), pattern: 'none', isPreflighted: false },
  ];
}

/** Addresses whose errors are JSON for browsers too. */
const isOfOthers = (path: string): boolean =>
  /^\/(api|blobs|docs|healthz|readyz|startupz|\.well-known|assets)(\/|$)/.test(path);
