import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type AdapterPort,
  type Adapters,
  INSPECTORS,
  type Inspection,
  type KeyUnwrapper,
  type MayClose,
  OPENERS,
  type Opening,
  PORTS_VERSION,
  SERVES_SINCE,
  UNWRAPPER_OPENER,
} from '@strongroom/ports';
import { boundedUnwrapper } from './bounded-unwrapper.ts';
import { ModuleUnfit } from './module-unfit.ts';
import { missingMembers, missingUnwrapperMembers } from './shapes.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** Milliseconds for loading a package, and again for opening its adapter. */
const OPEN_MS = 30_000;

/** A package, and a folder beside the service in which it may be installed. */
type Package = Readonly<{ name: string; folder: string; deadlineMs?: number }>;

/** Opens the adapter of a package for a port. Throws ModuleUnfit; then nothing is left open. */
export async function openModule<P extends AdapterPort>(
  port: P,
  { deadlineMs = OPEN_MS, ...named }: Package,
  opening: Opening,
): Promise<Adapters[P] & MayClose> {
  const open = functionIn(await load(port, named, deadlineMs), OPENERS[port]);
  if (open === undefined)
    throw new ModuleUnfit(`exports no function ${OPENERS[port]}, so it is no adapter for ${port}`);
  const isWhole = (adapter: unknown): adapter is Adapters[P] & MayClose => missingMembers(port, adapter).length === 0;
  return opened(() => open(opening), isWhole, {
    opener: OPENERS[port],
    deadlineMs,
    lacks: (adapter) => `lacks ${missingMembers(port, adapter).join(', ')}, which an adapter for ${port} has`,
  });
}

/** Opens what the key vault of a package wrapped, with the same settings. Throws ModuleUnfit; then nothing is left open. */
export async function openUnwrapperOfModule(
  { deadlineMs = OPEN_MS, ...named }: Package,
  opening: Pick<Opening, 'settings' | 'clock'>,
): Promise<KeyUnwrapper> {
  const open = functionIn(await load('keys', named, deadlineMs), UNWRAPPER_OPENER);
  if (open === undefined)
    throw new ModuleUnfit(`exports no function ${UNWRAPPER_OPENER}, so nothing can be opened with it`);
  const isWhole = (unwrapper: unknown): unwrapper is KeyUnwrapper => missingUnwrapperMembers(unwrapper).length === 0;
  const unwrapper = await opened(() => open(opening), isWhole, {
    opener: UNWRAPPER_OPENER,
    deadlineMs,
    lacks: (given) => `lacks ${missingUnwrapperMembers(given).join(', ')}, which an unwrapper has`,
  });
  return boundedUnwrapper(unwrapper);
}

type Expected = Readonly<{ opener: string; deadlineMs: number; lacks: (adapter: unknown) => string }>;

/** The adapter that an opener makes. One that comes too late or is not whole is closed. */
async function opened<T>(
  open: () => unknown,
  isWhole: (adapter: unknown) => adapter is T,
  { opener, deadlineMs, lacks }: Expected,
): Promise<T> {
  const work = (async (): Promise<unknown> => open())();
  const adapter = await withTimeLimit(work, deadlineMs, opener).catch((error: unknown) => {
    closeLater(work);
    throw error instanceof ModuleUnfit ? error : new ModuleUnfit(`does not open: ${reasonOf(error)}`, { cause: error });
  });
  if (isWhole(adapter)) return adapter;
  closeLater(work);
  throw new ModuleUnfit(lacks(adapter));
}

/** Inspects the system behind an adapter, or reports that the package offers no inspection. */
export async function inspectModule(
  port: AdapterPort,
  { deadlineMs = OPEN_MS, ...named }: Package,
  opening: Pick<Opening, 'settings' | 'clock'>,
): Promise<Inspection> {
  try {
    const exported = await load(port, named, deadlineMs);
    if (functionIn(exported, OPENERS[port]) === undefined)
      return { state: 'unfit', reason: `exports no ${OPENERS[port]}` };
    const inspect = functionIn(exported, INSPECTORS[port]);
    if (inspect === undefined)
      return { state: 'fits', text: `can be loaded; it exports no ${INSPECTORS[port]}, so its system was not asked` };
    const seen = await withTimeLimit((async (): Promise<unknown> => inspect(opening))(), deadlineMs, INSPECTORS[port]);
    if (isInspection(seen)) return seen;
    throw new ModuleUnfit(`returned no inspection from ${INSPECTORS[port]}`);
  } catch (error) {
    return { state: 'unfit', reason: error instanceof ModuleUnfit ? error.message : `fails: ${reasonOf(error)}` };
  }
}

async function load(
  port: AdapterPort,
  { name, folder }: Omit<Package, 'deadlineMs'>,
  deadlineMs: number,
): Promise<object> {
  const { href } = findPackage(name, folder);
  const code: Promise<unknown> = import(href);
  const exported = await withTimeLimit(code, deadlineMs, 'code').catch((error: unknown) => {
    throw error instanceof ModuleUnfit
      ? error
      : new ModuleUnfit(`cannot be loaded: ${reasonOf(error)}`, { cause: error });
  });
  if (typeof exported !== 'object' || exported === null) throw new TypeError('a module is an object');
  const version: unknown = 'portsVersion' in exported ? exported.portsVersion : undefined;
  if (typeof version !== 'number')
    throw new ModuleUnfit(`exports no portsVersion; this service has version ${PORTS_VERSION} of the ports`);
  if (version >= SERVES_SINCE[port] && version <= PORTS_VERSION) return exported;
  throw new ModuleUnfit(
    `was written for version ${version} of the ports, and this service has version ${PORTS_VERSION}: install a version of the package that fits`,
  );
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';

function functionIn(exported: object, name: string): AnyFunction | undefined {
  const found: unknown = Reflect.get(exported, name);
  return isFunction(found) ? found : undefined;
}

const isInspection = (value: unknown): value is Inspection => {
  if (typeof value !== 'object' || value === null || !('state' in value)) return false;
  if (value.state === 'fits') return 'text' in value && typeof value.text === 'string';
  return (
    ['unfit', 'unreachable'].includes(String(value.state)) && 'reason' in value && typeof value.reason === 'string'
  );
};

/** Closes an adapter that is refused or comes too late, without waiting for it. */
function closeLater(work: Promise<unknown>): void {
  work
    .then((adapter) =>
      typeof adapter === 'object' && adapter !== null ? functionIn(adapter, 'close')?.call(adapter) : undefined,
    )
    .catch(() => undefined);
}

/** The message of an error and of its cause, in one line. The classes of errors may be those of another realm. */
function reasonOf(error: unknown): string {
  const cause = messageOf(typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined);
  const because = cause === undefined ? '' : ` (${cause})`;
  return `${withoutStop(messageOf(error) ?? String(error))}${because}`.replaceAll(/\s+/g, ' ');
}

const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : undefined;

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/**
 * The file of a package: where the service is installed, or else in `folder`. The service comes first, so that a file
 * below the folder replaces nothing that is installed. Throws ModuleUnfit.
 */
function findPackage(name: string, folder: string): URL {
  for (const from of [import.meta.url, join(folder, 'package.json')]) {
    try {
      return pathToFileURL(createRequire(from).resolve(name));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
        throw new ModuleUnfit('cannot be loaded: the "exports" of its package.json need a "default" for this name');
      if (code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new ModuleUnfit(`is not installed: run \`npm install ${name}\` in ${folder}, or beside the service`);
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
