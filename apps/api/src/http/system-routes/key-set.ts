import type { SignatureKey } from '@strongroom/ports';
import { sendJson } from '../exchange/send.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

const PATH = '/.well-known/jwks.json';

/** The public key of grants, for the key service. */
export const keySetPath = (key: SignatureKey, thumbprint: string): SystemRoute => ({
  path: PATH,
  pattern: PATH,
  methods: 'GET, HEAD',
  serve: async (exchange) => {
    readOnly(exchange);
    sendJson(exchange, 200, JSON.stringify({ keys: [{ ...key, kid: thumbprint, alg: 'Ed25519', use: 'sig' }] }));
  },
});
