// The first step of keys, in two halves: the room service wraps, the key service opens. Every promise is still broken.
export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

const notYet = async () => {
  throw new Error('not written yet');
};

/** @type {import('@strongroom/ports').OpenKeyVault} */
export const openKeyVault = async () => ({
  scope: 'room',
  createKey: notYet,
  wrapNewDataKey: notYet,
  destroyKey: notYet,
  check: notYet,
});

/**
 * The key service and `strongroom-admin keys unwrap` call this, with an identity that may only unwrap.
 *
 * @type {import('@strongroom/ports').OpenKeyUnwrapper}
 */
export const openKeyUnwrapper = async () => ({
  scope: 'room',
  unwrap: notYet,
  check: notYet,
  close: notYet,
});
