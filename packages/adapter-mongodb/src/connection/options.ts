import type { MongoClientOptions } from 'mongodb';

/** How long a call waits for the database before it is answered Unavailable, in milliseconds. */
export const PATIENCE = 3500;

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
  socketTimeoutMS: 2500,
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
