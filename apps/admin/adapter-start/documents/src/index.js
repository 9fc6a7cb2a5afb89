// The first step of documents, with their audit log. Every promise is still broken.
export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

const notYet = async () => {
  throw new Error('not written yet');
};

/** @type {import('@strongroom/ports').OpenDocumentStore} */
export const openDocumentStore = async () => ({
  audit: {
    list: notYet,
    count: notYet,
    holding: notYet,
    seqOf: notYet,
    head: notYet,
    tile: notYet,
    mendTile: notYet,
    examineIndex: notYet,
    mendIndex: notYet,
    entries: notYet,
    erase: notYet,
    texts: notYet,
  },
  read: notYet,
  list: notYet,
  count: notYet,
  outdated: notYet,
  commit: notYet,
  check: notYet,
  close: async () => undefined,
});
