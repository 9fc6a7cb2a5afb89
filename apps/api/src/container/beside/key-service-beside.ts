import {
  type Environment,
  httpAddress,
  isLoopback,
  KEY_SERVICE_OWN_VARIABLES,
  ROOM_SERVICE_VARIABLES,
  readVariables,
  START_VARIABLES,
  storePlaceOf,
  type Variable,
} from '@strongroom/settings';

/** The environments of both services, or that of the room service and why there is no key service, within a sentence. */
export type ServiceEnvironments = Readonly<{ rooms: Environment } & ({ keys: Environment } | { reason: string })>;

const EVERY_HOST = ['0.0.0.0', '::'];
const { port: keysPort, outerKeys, outerToken, roomService, roomKeys } = KEY_SERVICE_OWN_VARIABLES;
const READ = { ...ROOM_SERVICE_VARIABLES, ...START_VARIABLES, outerKeys, outerToken };

/** Places a key service beside an embedded room service, on the port after its own. */
export function keyServiceBeside(environment: Environment): ServiceEnvironments {
  const { [START_VARIABLES.keyService.name]: _, ...rooms } = environment;
  const without = (reason: string): ServiceEnvironments => ({ rooms, reason });
  const read = readVariables(READ, environment, () => []);
  // The room service reports its problems itself.
  if ('problems' in read) return without(read.problems.join(' ').replace(/\.$/u, ''));
  const { values } = read;
  const { documents, host, port } = values;
  if (values.keyService === 'off') return without('STRONGROOM_KEY_SERVICE is off');
  if (storePlaceOf('documents', documents) === 'elsewhere' && values.grantKeys === undefined)
    return without(`with ${documents} it runs by itself, and STRONGROOM_GRANT_KEY is needed`);
  if (values.keys !== 'local') return without('with keys elsewhere it runs by itself');
  if (typeof values.keysOuter === 'string' && (values.outerKeys ?? values.outerToken) === null)
    return without(`it needs ${outerKeys.name} or ${outerToken.name}, the private keys of the outer layer`);
  if (port === 0) return without('PORT is chosen by the system');
  const address = new URL(values.publicUrl ?? httpAddress(host, port));
  if (address.protocol === 'http:' && !isLoopback(address))
    return without(
      'it needs https: set STRONGROOM_PUBLIC_URL and STRONGROOM_KEY_SERVICE_URL to the addresses of your proxy',
    );
  const given = ({ name }: Variable<unknown>, usual: string): Environment => ({
    [name]: environment[name]?.trim() || usual,
  });
  const ports = given(keysPort, String(port + 1));
  const url = given(ROOM_SERVICE_VARIABLES.keyServiceUrl, `http://127.0.0.1:${ports[keysPort.name]}`);
  const isNear = EVERY_HOST.includes(host) || isLoopback({ hostname: host });
  const near = isNear ? `http://127.0.0.1:${port}` : address.origin;
  return {
    rooms: { ...rooms, ...url },
    keys: {
      ...rooms,
      ...url,
      ...ports,
      ...given(roomService, address.origin),
      ...given(roomKeys, `${near}/.well-known/jwks.json`),
    },
  };
}
