import type { Terminal } from '@strongroom/command-line';
import type { AdapterPort } from '@strongroom/ports';
import { isModule, KINDS, moduleSettings, packageOf, ROOM_SERVICE } from '@strongroom/settings';
import { setting } from './setting.ts';
import type { ModuleSettings } from './stores.ts';

/** Packages from outside that the settings of the service name. */
export type Modules = Readonly<Partial<Record<AdapterPort, ModuleSettings>>>;

export const modulesOf = (terminal: Pick<Terminal, 'environment'>): Modules =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const word = setting(terminal, ROOM_SERVICE[kind]);
      if (!isModule(word)) return [];
      return [[kind, { name: packageOf(word), settings: moduleSettings(terminal.environment, kind) }]];
    }),
  );
