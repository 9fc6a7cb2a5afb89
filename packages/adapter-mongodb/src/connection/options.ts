import type { MongoClientOptions } from 'mongodb';

/** How long a call waits for the database before it is answered Unavailable, in milliseconds. */
export const PATIENCE = 3500;

/** A socket that is silent for so long is let go of, in milliseconds. */
const SILENCE = 2500;

/** What a server may take for a command at most: what it is asked to give up later would be done for nobody. */
export const SERVER_TIME = SILENCE - 200;

/** By which a server shows whose connection it is. */
export const APP_NAME = 'strongroom';

/**
 * The driver has no deadline of its own: `timeoutMS` does nothing in 7.8, and the defaults wait for 30 seconds or for
 * ever. These make it let go of a server that hangs; whoever called has been answered by then (see `Serving`). What a
 * connection string says of these is overruled: a read from a secondary would miss a revocation that has answered.
 */
export const DRIVER_OPTIONS: MongoClientOptions = {
  appName: APP_NAME,
  maxPoolSize: 32,
  serverSelectionTimeoutMS: PATIENCE,
  waitQueueTimeoutMS: PATIENCE,
  socketTimeoutMS: SILENCE,
  connectTimeoutMS: 1000,
  heartbeatFrequencyMS: 500,
  minHeartbeatFrequencyMS: 100,
  // Heartbeats that come back one by one notice a server that is frozen; a stream of them only hears nothing.
  serverMonitoringMode: 'poll',
  // Tried again here, within the deadline, and by somebody who knows what may be repeated.
  maxAdaptiveRetries: 0,
  retryReads: false,
  retryWrites: false,
  readPreference: 'primary',
  readConcernLevel: 'majority',
  writeConcern: { w: 'majority', journal: true },
  // A condition that is undefined is refused before it gets here. Left out in silence, it would match everything.
  ignoreUndefined: false,
};
