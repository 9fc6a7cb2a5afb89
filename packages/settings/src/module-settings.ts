import type { AdapterPort, TextSettings } from '@strongroom/ports';
import { isModule, type Kind } from './drivers.ts';
import type { Environment } from './read.ts';

/** Parts of the service that a package from outside can be. */
export const KINDS: readonly Kind[] = ['documents', 'limits', 'blobs', 'keys', 'mail'];

type ChosenDrivers = Readonly<Record<Kind, string>>;

/** Variables of an adapter from outside begin with this, such as STRONGROOM_BLOBS_MODULE_URL. */
export const modulePrefix = (kind: Kind): string => `STRONGROOM_${kind.toUpperCase()}_MODULE_`;

/** The settings of an adapter from outside, by the rest of their names; trimmed, without empty ones. */
export const moduleSettings = (environment: Environment, kind: Kind): TextSettings => {
  const prefix = modulePrefix(kind);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text = '']) =>
      name.startsWith(prefix) && name.length > prefix.length && text.trim() !== ''
        ? [[name.slice(prefix.length), text.trim()]]
        : [],
    ),
  );
};

/** The settings of adapters from outside by their port. One of our adapters has none. */
export function moduleSettingsOf(
  environment: Environment,
  chosen: ChosenDrivers,
): Readonly<Record<AdapterPort, TextSettings>> {
  const of = (kind: Kind): TextSettings => (isModule(chosen[kind]) ? moduleSettings(environment, kind) : {});
  return { documents: of('documents'), limits: of('limits'), blobs: of('blobs'), keys: of('keys'), mail: of('mail') };
}

/** Whether a variable belongs to an adapter from outside that the environment chooses. */
export const isOfModule = (environment: Environment, name: string): boolean =>
  KINDS.some(
    (kind) =>
      name.startsWith(modulePrefix(kind)) && isModule(environment[`STRONGROOM_${kind.toUpperCase()}`]?.trim() ?? ''),
  );
