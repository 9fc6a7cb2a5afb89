import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';

/**
 * A real identity provider in a process of its own: node identity-provider.ts PORT CLIENTS ISSUER, with its clients in JSON, and its name where that is not its address.
 * People sign in without a form, as the account in the parameter `login_hint`, else as `ada`: by a password, unless
 * `acr_values` asks for a second factor.
 */
const [port = '0', clients = '[]', issuer = `http://127.0.0.1:${port}`] = process.argv.slice(2);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** An authentication context with a second factor, for those who ask for it. */
const STRONG = 'urn:example:mfa';

const provider = new Provider(issuer, {
  clients: JSON.parse(clients),
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: `key-${process.pid}`, alg: 'RS256', use: 'sig' }] },
  cookies: { keys: ['a key for cookies'] },
  // By default it calls no address of this machine.
  fetch: (address: URL, options: RequestInit) =>
    fetch(address, Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'dispatcher'))),
  conformIdTokenClaims: false,
  acrValues: ['urn:example:password', STRONG],
  claims: { openid: ['sub', 'acr', 'amr'], profile: ['name'], email: ['email', 'email_verified'] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      // Signs out without a question.
      logoutSource: (ctx: { body: string; type: string }, form: string) => {
        ctx.type = 'html';
        ctx.body = form;
      },
    },
  },
  findAccount: (_: unknown, accountId: string) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      name: `Person ${accountId}`,
      email: `${accountId}@example.com`,
      email_verified: true,
    }),
  }),
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
});

const serve = provider.callback();
const server = createServer((request, response) => {
  if (request.url?.startsWith('/interaction/')) void interact(request, response);
  else serve(request, response);
});

/** Answers each question of the provider for the person. */
async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : 'ada';
  const accountId = session?.accountId ?? hint;
  if (prompt.name === 'login') {
    const asked = params['acr_values'];
    const isStrong = typeof asked === 'string' && asked.split(' ').includes(STRONG);
    const how = isStrong ? { acr: STRONG, amr: ['pwd', 'otp'] } : { acr: 'urn:example:password', amr: ['pwd'] };
    return provider.interactionFinished(request, response, { login: { accountId, ...how } });
  }
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid profile email');
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
