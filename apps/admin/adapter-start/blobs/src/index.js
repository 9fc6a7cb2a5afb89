// The first step of objects whose bytes pass through the service. Every promise is still broken.
export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

const notYet = async () => {
  throw new Error('not written yet');
};

/**
 * With a `downloadOrigin`, addresses lead to a server of its own, and `put`, `get` and `head` are left out.
 *
 * @type {import('@strongroom/ports').OpenBlobStore}
 */
export const openBlobStore = async () => ({
  signUpload: notYet,
  signDownload: notYet,
  stat: notYet,
  seal: notYet,
  delete: notYet,
  list: notYet,
  check: notYet,
  keptAfterDeletion: -1,
  uploadsOutlive: -1,
  signsLocally: false,
  downloadOrigin: undefined,
  put: notYet,
  get: notYet,
  head: notYet,
});
