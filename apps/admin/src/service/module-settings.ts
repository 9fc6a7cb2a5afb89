import type { Terminal } from '@strongroom/command-line';
import type { AdapterPort } from '@strongroom/ports';
import {
  DRIVER_KINDS,
  isModuleReference,
  packageOf,
  ROOM_SERVICE_VARIABLES,
  readModuleSettings,
} from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { ModuleSettings } from './stores.ts';

/** Packages from outside that the settings of the service name. */
export type OutsideModules = Readonly<Partial<Record<AdapterPort, ModuleSettings>>>;

export const modulesOf = (terminal: Pick<Terminal, 'environment'>): OutsideModules =>
  Object.fromEntries(
    DRIVER_KINDS.flatMap((kind) => {
      const word = readSetting(terminal, ROOM_SERVICE_VARIABLES[kind]);
      if (!isModuleReference(word)) return [];
      return [[kind, { name: packageOf(word), settings: readModuleSettings(terminal.environment, kind) }]];
    }),
  );
