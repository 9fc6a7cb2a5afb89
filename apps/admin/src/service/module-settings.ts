import type { Terminal } from '@strongroom/command-line';
import type { AdapterPort } from '@strongroom/ports';
import { isModule, KINDS, moduleSettings, packageOf, ROOM_SERVICE } from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { ModuleSettings } from './stores.ts';

/** Packages from outside that the settings of the service name. */
export type OutsideModules = Readonly<Partial<Record<AdapterPort, ModuleSettings>>>;

export const modulesOf = (terminal: Pick<Terminal, 'environment'>): OutsideModules =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const word = readSetting(terminal, ROOM_SERVICE[kind]);
      if (!isModule(word)) return [];
      return [[kind, { name: packageOf(word), settings: moduleSettings(terminal.environment, kind) }]];
    }),
  );
