import { mailerSuite } from '@strongroom/contract-tests';
import { openMailer } from '../src/index.js';

/** An opener gets these. Each variable STRONGROOM_MAIL_MODULE_NAME is one of `settings`. */
const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};

mailerSuite('mail of your system', async () => ({
  mailer: await openMailer(opening),
  // Read what arrived from a real server.
  delivered: async () => {
    throw new Error('not written yet');
  },
  end: async () => undefined,
}));
