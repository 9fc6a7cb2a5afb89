type Policy = Readonly<{ createScriptURL: (url: string) => string }>;
type Factory = Readonly<{
  createPolicy: (name: string, rules: Readonly<{ createScriptURL: (url: string) => string }>) => Policy;
}>;

/** Only scripts of the build become workers. */
function checked(url: string): string {
  const { origin, pathname } = new URL(url, location.origin);
  if (origin !== location.origin || !/^\/assets\/[\w.-]+\.m?js$/.test(pathname))
    throw new TypeError('this is not a worker of the application');
  return url;
}

const { trustedTypes } = globalThis as Readonly<{ trustedTypes?: Factory }>;
const policy = trustedTypes?.createPolicy('strongroom-worker', { createScriptURL: checked });

/** Starts a worker from an address that the build made. */
export const trustedWorker = (url: string): Worker =>
  new Worker(policy?.createScriptURL(url) ?? checked(url), { type: 'module' });
