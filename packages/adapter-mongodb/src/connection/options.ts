import type { MongoClientOptions } from 'mongodb';

/** Milliseconds after which a call throws Unavailable. */
export const DEADLINE_MS = 3500;

/** Milliseconds of silence after which a socket is closed. */
const SOCKET_SILENCE_MS = 2500;

/** Maximum milliseconds for the server to run a command. After `SOCKET_SILENCE_MS` nothing could receive the answer. */
export const SERVER_MS = SOCKET_SILENCE_MS - 200;

/** Name of the connections in the server's own reports. */
export const APP_NAME = 'strongroom';

/**
 * The driver has no deadline: `timeoutMS` has no effect in 7.8, and the defaults wait for 30 seconds or forever. These
 * options close the connection to a server that hangs, after `CallGuard` has answered the caller. They take precedence over
 * the connection string: a read from a secondary would miss a revocation that was confirmed.
 */
export const DRIVER_OPTIONS: MongoClientOptions = {
  appName: APP_NAME,
  maxPoolSize: 32,
  serverSelectionTimeoutMS: DEADLINE_MS,
  waitQueueTimeoutMS: DEADLINE_MS,
  socketTimeoutMS: SOCKET_SILENCE_MS,
  connectTimeoutMS: 1000,
  heartbeatFrequencyMS: 500,
  minHeartbeatFrequencyMS: 100,
  // Polling notices a frozen server; streamed heartbeats only stay silent.
  serverMonitoringMode: 'poll',
  // This adapter retries within the deadline, and knows which calls may be repeated.
  maxAdaptiveRetries: 0,
  retryReads: false,
  retryWrites: false,
  readPreference: 'primary',
  readConcernLevel: 'majority',
  writeConcern: { w: 'majority', journal: true },
  // A filter whose condition was dropped would match everything.
  ignoreUndefined: false,
};
