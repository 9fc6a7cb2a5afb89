import type { AdapterPort, TextSettings } from '@strongroom/ports';
import { type DriverKind, isModuleReference } from './drivers.ts';
import type { Environment } from './read.ts';

/** Parts of the service that a package from outside can be. */
export const DRIVER_KINDS: readonly DriverKind[] = ['documents', 'limits', 'blobs', 'keys', 'mail'];

type ChosenDrivers = Readonly<Record<DriverKind, string>>;

/** Variables of an adapter from outside begin with this, such as STRONGROOM_BLOBS_MODULE_URL. */
export const modulePrefix = (kind: DriverKind): string => `STRONGROOM_${kind.toUpperCase()}_MODULE_`;

/** The settings of an adapter from outside, by their names without the prefix; trimmed, without empty ones. */
export const readModuleSettings = (environment: Environment, kind: DriverKind): TextSettings => {
  const prefix = modulePrefix(kind);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text = '']) =>
      name.startsWith(prefix) && name.length > prefix.length && text.trim() !== ''
        ? [[name.slice(prefix.length), text.trim()]]
        : [],
    ),
  );
};

/** The settings of adapters from outside by their port; empty for the project's own adapters. */
export function readAllModuleSettings(
  environment: Environment,
  chosen: ChosenDrivers,
): Readonly<Record<AdapterPort, TextSettings>> {
  const of = (kind: DriverKind): TextSettings =>
    isModuleReference(chosen[kind]) ? readModuleSettings(environment, kind) : {};
  return { documents: of('documents'), limits: of('limits'), blobs: of('blobs'), keys: of('keys'), mail: of('mail') };
}

/** Whether a variable belongs to an adapter from outside that the environment chooses. */
export const isModuleVariable = (environment: Environment, name: string): boolean =>
  DRIVER_KINDS.some(
    (kind) =>
      name.startsWith(modulePrefix(kind)) &&
      isModuleReference(environment[`STRONGROOM_${kind.toUpperCase()}`]?.trim() ?? ''),
  );
