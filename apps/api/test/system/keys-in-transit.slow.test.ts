import { join } from 'node:path';
import { env } from 'node:process';
import { transitEngine } from '@strongroom/test-servers/transit-engine';
import { type KeyServer, keysFromOutside } from './keys-from-outside.ts';

const settingsAs = (url: string, token: string) => ({
  STRONGROOM_KEYS: 'module:@acme/strongroom-vault-transit',
  STRONGROOM_KEYS_MODULE_URL: url,
  STRONGROOM_KEYS_MODULE_TOKEN: token,
});

keysFromOutside({
  folder: 'keys-in-vault-transit',
  program: () => transitEngine(env),
  variable: 'TRANSIT_ENGINE',
  start: async (author, program) => {
    const { TransitEngine } = (await import(join(author, 'test/transit-engine.js'))) as {
      TransitEngine: { start: (program: string) => Promise<KeyServer> };
    };
    return TransitEngine.start(program);
  },
  settings: ({ url }) => ({ rooms: settingsAs(url, 'rooms'), keys: settingsAs(url, 'keys') }),
  tests: 23,
});
