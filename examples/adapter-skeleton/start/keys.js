// The first step of keys. Every promise is still broken.
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
