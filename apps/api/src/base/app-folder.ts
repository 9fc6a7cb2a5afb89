/** The folder of this app: from `src/http`, and from the bundle's `dist/chunks`. */
export const APP_FOLDER = new URL('../../', import.meta.url);
