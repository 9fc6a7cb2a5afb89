/** Version of the key service, which is that of the repository. */
export const VERSION = '0.2.0';
