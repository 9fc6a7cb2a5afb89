/** The folder of this app: from `src/system`, and from the bundle's `dist/chunks`. */
export const APP_FOLDER = new URL('../../', import.meta.url);
