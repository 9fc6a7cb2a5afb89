import { Transit } from './transit.js';
import { TransitUnwrapper } from './unwrapper.js';
import { TransitKeyVault } from './vault.js';

export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

/**
 * For the room service, with a token that may make keys, wrap with them and delete them.
 *
 * @type {import('@strongroom/ports').OpenKeyVault}
 */
export const openKeyVault = async ({ settings, clock }) => new TransitKeyVault(new Transit(settings), clock);

/**
 * For the key service, with a token that may decrypt and nothing else.
 *
 * @type {import('@strongroom/ports').OpenKeyUnwrapper}
 */
export const openKeyUnwrapper = async ({ settings }) => new TransitUnwrapper(new Transit(settings));

/**
 * For `strongroom-admin doctor`: asks and changes nothing.
 *
 * @type {import('@strongroom/ports').Inspect}
 */
export const inspectKeyVault = async ({ settings }) => {
  let transit;
  try {
    transit = new Transit(settings);
  } catch (error) {
    return { state: 'unfit', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    await transit.check();
    return { state: 'fits', text: `reaches Vault at ${settings.URL}` };
  } catch {
    return { state: 'unreachable', reason: 'gets no answer of Vault, or one that is sealed' };
  } finally {
    transit.close();
  }
};
