type Policy = Readonly<{ createScriptURL: (url: string) => string }>;
type Factory = Readonly<{
  createPolicy: (name: string, rules: Readonly<{ createScriptURL: (url: string) => string }>) => Policy;
}>;

/** Folder of the scripts of the build, which a proxy may serve below a path. */
const SCRIPTS = import.meta.url.replace(/[^/]+$/, '');

/** Only scripts of the build become workers. */
function checked(url: string): string {
  const { href } = new URL(url, location.origin);
  if (!href.startsWith(SCRIPTS) || !/^[\w.-]+\.m?js$/.test(href.slice(SCRIPTS.length)))
    throw new TypeError('this is not a worker of the application');
  return url;
}

const { trustedTypes } = globalThis as Readonly<{ trustedTypes?: Factory }>;
const policy = trustedTypes?.createPolicy('strongroom-worker', { createScriptURL: checked });

/** Starts a worker from an address that the build made. */
export const trustedWorker = (url: string): Worker =>
  new Worker(policy?.createScriptURL(url) ?? checked(url), { type: 'module' });
