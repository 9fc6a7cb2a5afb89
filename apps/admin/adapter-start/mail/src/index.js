// The first step of mail. Every promise is still broken.
export { PORTS_VERSION as portsVersion } from '@strongroom/ports';

const notYet = async () => {
  throw new Error('not written yet');
};

/** @type {import('@strongroom/ports').OpenMailer} */
export const openMailer = async () => ({ send: notYet, check: notYet });
