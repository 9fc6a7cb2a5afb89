import { WebDav } from './webdav.js';
import { WebDavBlobStore } from './webdav-blob-store.js';

export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

/**
 * Objects on a WebDAV server, whose bytes pass through the service. It reads STRONGROOM_BLOBS_MODULE_URL, the address of a
 * collection of its own, and where needed _USER and _PASSWORD.
 *
 * @type {import('@strongroom/ports').OpenBlobStore}
 */
export const openBlobStore = async ({ settings, clock, baseUrl, signingKey }) => {
  const store = new WebDavBlobStore({ dav: new WebDav(settings), clock, baseUrl, signingKey });
  await store.check();
  return store;
};

/**
 * For `strongroom-admin doctor`: asks the server and changes nothing.
 *
 * @type {import('@strongroom/ports').Inspect}
 */
export const inspectBlobStore = async ({ settings }) => {
  let dav;
  try {
    dav = new WebDav(settings);
  } catch (error) {
    return { state: 'unfit', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    await dav.children('');
    return { state: 'fits', text: 'reaches the WebDAV server' };
  } catch {
    return { state: 'unreachable', reason: 'gets no answer of the WebDAV server' };
  }
};
