import { Kms } from './kms.js';
import { AwsUnwrapper } from './unwrapper.js';
import { AwsKeyVault } from './vault.js';

export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

/**
 * For the room service, as an identity that may make keys, wrap with them and destroy them.
 *
 * @type {import('@strongroom/ports').OpenKeyVault}
 */
export const openKeyVault = async ({ settings, clock }) =>
  new AwsKeyVault(new Kms(settings), { clock, deleteAfter: daysIn(settings.DELETE_AFTER) });

/**
 * For the key service, as an identity that may decrypt and nothing else.
 *
 * @type {import('@strongroom/ports').OpenKeyUnwrapper}
 */
export const openKeyUnwrapper = async ({ settings }) => new AwsUnwrapper(new Kms(settings));

/**
 * For `strongroom-admin doctor`: asks and changes nothing.
 *
 * @type {import('@strongroom/ports').Inspect}
 */
export const inspectKeyVault = async ({ settings }) => {
  let kms;
  try {
    daysIn(settings.DELETE_AFTER);
    kms = new Kms(settings);
  } catch (error) {
    return { state: 'unfit', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    await kms.listOneKey();
    return { state: 'fits', text: `reaches KMS in ${settings.REGION}` };
  } catch {
    return { state: 'unreachable', reason: 'gets no answer of KMS' };
  } finally {
    kms.close();
  }
};

/**
 * AWS takes 7 to 30 days. Throws an Error that says what to set.
 *
 * @param {string | undefined} text
 */
function daysIn(text = '30') {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 7 && days <= 30) return days;
  throw new Error('STRONGROOM_KEYS_MODULE_DELETE_AFTER must be a number of days from 7 to 30');
}
