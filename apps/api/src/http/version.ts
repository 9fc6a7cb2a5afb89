/** The version of the service, as the document and the start-up line tell it. The same as in the package. */
export const VERSION = '0.1.0';
