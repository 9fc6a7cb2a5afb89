import { systemErrorCode } from '@strongroom/ports';

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process',
  EADDRNOTAVAIL: 'is not an address of this machine',
  EACCES: 'may not be listened on by this user',
  ENOTFOUND: 'is not a host that is known here',
};
/** Codes that another port may avoid. */
const OF_THE_PORT = ['EADDRINUSE', 'EACCES'];
/** Ports to propose: the first one, or the second where the first one failed. */
const OTHER_PORTS = [9000, 9100] as const;

type Setting<T> = Readonly<{ name: string; value: T }>;
type Address = Readonly<{ host: Setting<string>; port: Setting<number> }>;
type Environment = Readonly<Record<string, string | undefined>>;

/** A sentence for the operator, if `error` says that a server cannot listen; undefined for any other error. */
export function cannotListen(error: unknown, { host, port }: Address, environment: Environment): string | undefined {
  const code = systemErrorCode(error) ?? '';
  const reason = LISTENING[code];
  const syscall = typeof error === 'object' && error !== null && 'syscall' in error ? error.syscall : undefined;
  if (reason === undefined || (syscall !== 'listen' && syscall !== 'getaddrinfo')) return undefined;
  const failed = `${host.name} ${host.value}, ${port.name} ${port.value}: ${reason}.`;
  return OF_THE_PORT.includes(code) ? `${failed} ${otherPort(port, environment)}` : failed;
}

/** A container, a unit of systemd and cmd.exe set a variable in another way than a shell that runs `npm start`. */
function otherPort({ name, value }: Setting<number>, environment: Environment): string {
  if (environment['npm_lifecycle_event'] !== 'start' || process.platform === 'win32')
    return `Set ${name} to another one.`;
  const [first, second] = OTHER_PORTS;
  return `Start on another one with \`${name}=${value === first ? second : first} npm start\`.`;
}
