/** The version of the service, the same as in its package.json. */
export const VERSION = '0.1.0';
