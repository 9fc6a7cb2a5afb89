/**
 * Runs Schemathesis, a program in Python that makes requests from an OpenAPI document and looks at the answers. It is
 * kept in a cache outside of the repository; `SCHEMATHESIS` names one that is installed already.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '4.32.5';
const run = promisify(execFile);

/** The path of the program, installed where it is missing. Rejects with a sentence where that is not possible. */
export async function schemathesis(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  if (environment.SCHEMATHESIS) return environment.SCHEMATHESIS;
  const cache = environment.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'strongroom', `schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
    return program;
  } catch (error) {
    throw new Error(
      `Schemathesis ${VERSION} cannot be installed; it needs python3 with venv and a package index. ` +
        'Install it yourself and name the program in SCHEMATHESIS.',
      { cause: error },
    );
  }
}

/** Two users of the service, each with a bearer credential. */
export type Pair = Readonly<Record<'alice' | 'bob', string>>;

export type Examination = Readonly<{
  program: string;
  /** Ends in `/api/v1`. */
  baseUrl: string;
  users: Pair;
  /** Exists and is empty; documents and reports go there. */
  folder: string;
  seconds: number;
  /** More arguments, such as which operations. */
  more?: readonly string[];
}>;

/** What it said, and whether it found nothing. */
export type Findings = Readonly<{ found: boolean; text: string }>;

/** Examines a service, each request as one of two users who must not get at each other's things. */
export async function examine({ program, baseUrl, users, folder, seconds, more = [] }: Examination): Promise<Findings> {
  const [document, config, auth] = ['openapi.json', 'config.toml', 'users.yaml'].map((name) => join(folder, name));
  if (document === undefined || config === undefined || auth === undefined) throw new TypeError('three names');
  await writeFile(document, JSON.stringify(await knownWorld(baseUrl, users.alice)));
  await writeFile(config, configuration(auth));
  // JSON is YAML too.
  await writeFile(auth, JSON.stringify({ auth: Object.entries(users).map(([name, token]) => identity(name, token)) }));
  const bounds = ['--seed', '20261121', '-n', '15', '--max-time', `${seconds}`, '--continue-on-failure'];
  // Whoever signs out has no credential for the rest of the run.
  const left = ['--exclude-operation-id', 'deleteSessionsCurrent'];
  const args = ['--no-color', '--config-file', config, 'run', document, '--url', baseUrl, ...bounds, ...left, ...more];
  try {
    const { stdout } = await run(program, args, { cwd: folder, maxBuffer: 1 << 28 });
    return { found: false, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as Partial<Record<'code' | 'stdout' | 'stderr', unknown>>;
    if (code === 1) return { found: true, text: String(stdout) };
    throw new Error(`Schemathesis itself failed (${String(code)}): ${String(stdout)}${String(stderr)}`, {
      cause: error,
    });
  }
}

/**
 * The document, with what only a running service knows: which labels and org units there are. With made-up ones hardly a
 * room would come to be, and nothing of a room could be seen.
 */
async function knownWorld(baseUrl: string, token: string): Promise<unknown> {
  const get = async (path: string): Promise<string> =>
    (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })).text();
  const { data } = JSON.parse(await get('/org-units')) as { data: readonly { id: string }[] };
  return JSON.parse(await get('/openapi.json'), (name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'string') return value;
    if (name === 'org_unit_id') return { ...value, enum: data.map(({ id }) => id) };
    return name === 'classification' ? { ...value, enum: ['C1', 'C2', 'C3', 'C4'] } : value;
  }) as unknown;
}

const identity = (name: string, token: string) => ({
  name,
  fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
});

/** Without `peers` the check of object-level authorization would do nothing, and say nothing of it. */
const configuration = (auth: string): string => `
[auth.wfc]
path = ${JSON.stringify(auth)}
peers = ["alice", "bob"]

# What the schema cannot say may be refused: control characters in a name, a page beside a cursor, a key of another request.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "400", "401", "403", "404", "409", "410", "413", "422", "429"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "410", "413", "414", "415", "422", "429", "431"]

# Each item of a bulk request is refused on its own, in a row of a 200.
[[operations]]
include-path-regex = "/(bulk|bulk-invite|bulk-delete|upload-urls)$"
checks.negative_data_rejection.enabled = false

# Everybody sees everybody, and all org units (specification section 4, "List users").
[[operations]]
include-path-regex = "^/(users|org-units)"
checks.object_level_authorization.enabled = false
`;
