import { sendJson } from '@strongroom/http-kernel';
import type { PublishedKey } from '@strongroom/ports';
import { readOnly, type SystemRoute } from './system-route.ts';

const PATH = '/.well-known/jwks.json';

/** The public keys of grants, for the key service. */
export const keySetPath = (published: () => readonly PublishedKey[]): SystemRoute => ({
  path: PATH,
  pattern: PATH,
  methods: 'GET, HEAD',
  serve: async (exchange) => {
    readOnly(exchange);
    const keys = published().map(({ publicKey, thumbprint }) => ({
      ...publicKey,
      kid: thumbprint,
      alg: 'Ed25519',
      use: 'sig',
    }));
    sendJson(exchange, 200, JSON.stringify({ keys }));
  },
});
