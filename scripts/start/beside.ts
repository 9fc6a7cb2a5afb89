type Environment = Readonly<Record<string, string | undefined>>;

/** The environments of both services, or that of the room service and why there is no key service, within a sentence. */
export type Beside = Readonly<{ rooms: Environment } & ({ keys: Environment } | { reason: string })>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Documents that no other machine has. */
const HERE = ['sqlite', 'memory'];
const EVERY_HOST = ['0.0.0.0', '::'];

/** Places a key service beside an embedded room service, on the port after its own. */
export function keyServiceBeside(environment: Environment): Beside {
  const { STRONGROOM_KEY_SERVICE: wish, ...rooms } = environment;
  const given = (name: string, usual: string): string => environment[name]?.trim() || usual;
  const without = (reason: string): Beside => ({ rooms, reason });
  if (wish === 'off') return without('STRONGROOM_KEY_SERVICE is off');
  const documents = given('STRONGROOM_DOCUMENTS', 'sqlite');
  if (!HERE.includes(documents) && given('STRONGROOM_GRANT_KEY', '') === '')
    return without(`with ${documents} it runs by itself, and STRONGROOM_GRANT_KEY is needed`);
  if (given('STRONGROOM_KEYS', 'local') !== 'local') return without('with keys elsewhere it runs by itself');
  const outer = ['STRONGROOM_KEY_SERVICE_OUTER_KEYS', 'STRONGROOM_KEY_SERVICE_OUTER_TOKEN'];
  if (given('STRONGROOM_KEYS_OUTER', 'none') !== 'none' && outer.every((name) => given(name, '') === ''))
    return without(`it needs ${outer.join(' or ')}, the private keys of the outer layer`);
  const [host, port] = [given('HOST', '127.0.0.1'), Number(given('PORT', '8080'))];
  if (!(port > 0)) return without('PORT is chosen by the system');
  const address = URL.parse(
    given('STRONGROOM_PUBLIC_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  );
  if (address === null || (address.protocol === 'http:' && !LOOPBACK.test(address.hostname)))
    return without(
      'it needs https: set STRONGROOM_PUBLIC_URL and STRONGROOM_KEY_SERVICE_URL to the addresses of your proxy',
    );
  const keysPort = given('STRONGROOM_KEY_SERVICE_PORT', String(port + 1));
  const url = given('STRONGROOM_KEY_SERVICE_URL', `http://127.0.0.1:${keysPort}`);
  const near = EVERY_HOST.includes(host) || LOOPBACK.test(host) ? `http://127.0.0.1:${port}` : address.origin;
  return {
    rooms: { ...rooms, STRONGROOM_KEY_SERVICE_URL: url },
    keys: {
      ...rooms,
      STRONGROOM_KEY_SERVICE_URL: url,
      STRONGROOM_KEY_SERVICE_PORT: keysPort,
      STRONGROOM_KEY_SERVICE_ROOM_SERVICE: given('STRONGROOM_KEY_SERVICE_ROOM_SERVICE', address.origin),
      STRONGROOM_KEY_SERVICE_ROOM_KEYS: given('STRONGROOM_KEY_SERVICE_ROOM_KEYS', `${near}/.well-known/jwks.json`),
    },
  };
}
