import { packageFile, staticPath } from './static-file.ts';
import type { SystemRoute } from './system-route.ts';

/** Loads and runs only files of this service. Swagger UI sets styles through the CSSOM, which a policy allows. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strongroom</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<main id="docs"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Sends no request elsewhere: uses no validator, and stores no credentials. */
const START = `SwaggerUIBundle({ url: 'api/v1/openapi.json', dom_id: '#docs', validatorUrl: null, deepLinking: true, persistAuthorization: false });
`;

const bytes = (text: string) => (): Promise<Uint8Array> => Promise.resolve(new TextEncoder().encode(text));
const SCRIPT = 'text/javascript; charset=utf-8';
const KEPT = ['Cache-Control', 'public, max-age=3600'];

/** /docs: the OpenAPI document for people, from files of this machine. */
export const docsPaths: readonly SystemRoute[] = [
  staticPath('/docs', {
    type: 'text/html; charset=utf-8',
    content: bytes(PAGE),
    headers: ['Cache-Control', 'no-cache', 'Content-Security-Policy', POLICY, 'Referrer-Policy', 'no-referrer'],
  }),
  staticPath('/docs/start.js', { type: SCRIPT, content: bytes(START), headers: KEPT }),
  ...(
    [
      ['swagger-ui.css', 'text/css; charset=utf-8'],
      ['swagger-ui-bundle.js', SCRIPT],
      ['favicon-32x32.png', 'image/png'],
    ] as const
  ).map(([name, type]) =>
    staticPath(`/docs/${name}`, { type, content: packageFile(`swagger-ui-dist/${name}`), headers: KEPT }),
  ),
];
