import type { AdapterPort } from '@strongroom/ports';
import type { ModuleSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';

const PORTS: readonly AdapterPort[] = ['documents', 'limits', 'blobs', 'keys', 'mail'];
const PREFIX = 'module:';

/** Packages from outside that the settings of the service name. */
export type Modules = Readonly<Partial<Record<AdapterPort, ModuleSettings>>>;

export const modulesOf = ({ variable, variables }: Pick<Terminal, 'variable' | 'variables'>): Modules =>
  Object.fromEntries(
    PORTS.flatMap((port) => {
      const setting = `STRONGROOM_${port.toUpperCase()}`;
      const word = variable(setting) ?? '';
      if (!word.startsWith(PREFIX)) return [];
      return [[port, { name: word.slice(PREFIX.length), settings: variables(`${setting}_MODULE_`) }]];
    }),
  );
