import type { Environment } from '@strongroom/settings';
import { startService } from '../start.ts';
import { keyServiceBeside } from './key-service-beside.ts';
import { KeyServiceSupervisor } from './key-service-supervisor.ts';
import { StartScreen } from './screen.ts';

/** Starts the room service and, with everything embedded, `program`, the key service, in a process beside it. */
export const startBeside = async (program: string, environment: Environment): Promise<void> => {
  const found = keyServiceBeside(environment);
  if ('reason' in found) process.stderr.write(`strongroom: no key service is started: ${found.reason}.\n`);
  const screen = StartScreen.of(environment, process.stdout);
  const kept = 'keys' in found ? new KeyServiceSupervisor(program, found.keys, screen) : undefined;
  await startService(found.rooms, {
    output: screen === undefined ? process.stdout : { isTTY: false, write: screen.reader('rooms') },
    ended: async () => kept?.ended(),
  });
};
