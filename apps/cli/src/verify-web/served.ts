import { hash } from 'node:crypto';
import { Problem } from '@strongroom/command-line';

const TIMEOUT_MS = 30_000;
const AT_ONCE = 8;
/** Larger than any file of the application. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Pages are at addresses of their own: `docs/how-to/install.html` at `docs/how-to/install`. */
const addressOf = (name: string): string => (name === 'index.html' ? '' : name.replace(/\.html$/, ''));
/** Addresses where every server of the application has its first page. */
const FURTHER_PAGES = ['rooms', 'sign-in', 'activate', 'settings/tokens'];

export type WebManifest = Readonly<{
  files: Readonly<Record<string, Readonly<{ sha256: string }>>>;
  importMaps: Readonly<Record<string, string>>;
}>;

export type ServedDifference = Readonly<{ address: string; problem: string }>;

type Answer = Readonly<{ status: number; sha256: string; policy: string; text: string }>;

/** Compares what a server sends with the files of a release. Throws Problem when the server cannot be reached. */
export async function compareServed(
  base: URL,
  manifest: WebManifest,
  signal: AbortSignal,
): Promise<Readonly<{ compared: number; differences: readonly ServedDifference[] }>> {
  const wanted = Object.entries(manifest.files).map(([name, { sha256 }]) => ({
    path: addressOf(name),
    sha256,
    isPage: name.endsWith('.html'),
  }));
  const first = manifest.files['index.html']?.sha256 ?? '';
  wanted.push(...FURTHER_PAGES.map((path) => ({ path, sha256: first, isPage: true })));
  const differences: ServedDifference[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const batch = wanted.slice(from, from + AT_ONCE);
    const found = await Promise.all(batch.map((one) => difference(base, one, manifest, signal)));
    differences.push(...found.filter((one) => one !== undefined));
  }
  return { compared: wanted.length, differences: [...differences, ...(await unknownFiles(base, manifest, signal))] };
}

type ExpectedFile = Readonly<{ path: string; sha256: string; isPage: boolean }>;

async function difference(
  base: URL,
  { path, sha256, isPage }: ExpectedFile,
  manifest: WebManifest,
  signal: AbortSignal,
): Promise<ServedDifference | undefined> {
  const url = new URL(path, base);
  const answer = await ask(url, signal);
  const problem =
    answer.status !== 200
      ? `is answered ${answer.status}`
      : answer.sha256 !== sha256
        ? 'differs from this release'
        : isPage
          ? weakness(answer.policy, manifest)
          : undefined;
  return problem === undefined ? undefined : { address: url.pathname, problem };
}

/** Scripts that a page could run besides its own files. */
function weakness(policy: string, { importMaps }: WebManifest): string | undefined {
  const rules = new Map(
    policy.split(';').map((rule) => {
      const [name = '', ...values] = rule.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );
  const known = new Set(["'self'", ...Object.values(importMaps).map((found) => `'${found}'`)]);
  const scripts = rules.get('script-src') ?? rules.get('default-src');
  if (scripts === undefined) return 'has no Content-Security-Policy for scripts';
  const other = scripts.find((source) => source !== "'none'" && !known.has(source));
  return other === undefined ? undefined : `may run scripts from ${other}, by its Content-Security-Policy`;
}

/** Files that the server's own manifest names, and this release does not have. */
async function unknownFiles(
  base: URL,
  manifest: WebManifest,
  signal: AbortSignal,
): Promise<readonly ServedDifference[]> {
  const { status, text } = await ask(new URL('manifest.json', base), signal);
  if (status !== 200) return [{ address: '/manifest.json', problem: `is answered ${status}` }];
  return Object.keys(filesIn(text))
    .filter((name) => !Object.hasOwn(manifest.files, name))
    .map((name) => ({ address: `/${name}`, problem: 'is not in this release' }));
}

function filesIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'files' in value && typeof value.files === 'object'
      ? (value.files ?? {})
      : {};
  } catch {
    return {};
  }
}

/** Asks as a browser does. Redirects are not followed: a page from elsewhere is not the page of this address. */
async function ask(url: URL, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const bytes = await bounded(response);
    return {
      status: response.status,
      sha256: hash('sha256', bytes, 'hex'),
      policy: response.headers.get('content-security-policy') ?? '',
      text: bytes.toString(),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Problem(`${url.origin} cannot be reached (${error instanceof Error ? error.message : String(error)}).`);
  }
}

async function bounded({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const piece: unknown = (await reader?.read())?.value;
    if (!(piece instanceof Uint8Array)) return Buffer.concat(pieces);
    size += piece.length;
    if (size > MAX_BYTES) {
      await reader?.cancel();
      return Buffer.concat(pieces);
    }
    pieces.push(piece);
  }
}
