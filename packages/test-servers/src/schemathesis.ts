/**
 * Runs Schemathesis, a Python program that generates requests from an OpenAPI document and checks the answers. It is
 * kept in a cache outside of the repository; `SCHEMATHESIS` names an installed one instead.
 */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from './python.ts';

const VERSION = '4.32.5';
const DAY_MS = 86_400_000;
const HOOKS = fileURLToPath(new URL('kept-patterns.py', import.meta.url));
const run = promisify(execFile);

/** The program and its first arguments. It is installed if it is missing; rejects with a sentence if that is not possible. */
export async function schemathesis(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly [string, ...string[]]> {
  if (environment.SCHEMATHESIS) return [environment.SCHEMATHESIS];
  // The scripts beside it name a folder that was renamed.
  return [join(await pythonWith([`schemathesis==${VERSION}`], environment), 'python'), '-m', 'schemathesis.cli'];
}

export type Examination = Readonly<{
  program: readonly [string, ...string[]];
  /** Ends in `/api/v1`, or replaces an address that does. */
  baseUrl: string;
  /** Bearer credentials by name. With two, neither may access the other's resources. */
  users: Readonly<Record<string, string>>;
  /** An existing empty folder for documents and reports. */
  folder: string;
  seconds: number;
  /** Further arguments, such as a choice of operations. */
  more?: readonly string[];
}>;

type Report = Readonly<{
  phases: Readonly<Record<string, Readonly<{ status: string }>>>;
  failures: readonly Readonly<{ type: string; operations: readonly string[] }>[];
  errors: readonly unknown[];
}>;

/** The findings, each with its operation; the completed phases; and the whole output. */
export type SchemathesisFindings = Readonly<{ problems: readonly string[]; phases: readonly string[]; text: string }>;

/** Examines a service with all checks. */
export async function examine({
  program,
  baseUrl,
  users,
  folder,
  seconds,
  more = [],
}: Examination): Promise<SchemathesisFindings> {
  const [document, config] = [join(folder, 'openapi.json'), join(folder, 'config.toml')];
  const [auth, report] = [join(folder, 'users.yaml'), join(folder, 'report.json')];
  const names = Object.keys(users);
  const world = await knownWorld(baseUrl, users[names[0] ?? ''] ?? '');
  await writeFile(document, JSON.stringify(world));
  await writeFile(config, configuration(auth, names, world));
  // JSON is YAML too.
  await writeFile(auth, JSON.stringify({ auth: Object.entries(users).map(([name, token]) => identity(name, token)) }));
  const bounds = ['--seed', '20261121', '-n', '15', '--max-time', `${seconds}`, '--continue-on-failure'];
  const reporting = ['--no-color', '--report', 'json', '--report-json-path', report];
  const args = ['--config-file', config, 'run', document, '--url', baseUrl, ...reporting, ...bounds, ...more];
  const [command, ...first] = program;
  const options = { cwd: folder, maxBuffer: 1 << 28, env: { ...env, SCHEMATHESIS_HOOKS: HOOKS } };
  const text = await run(command, [...first, ...args], options).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { code, stdout, stderr } = error as Partial<Record<'code' | 'stdout' | 'stderr', unknown>>;
      if (code === 1) return String(stdout);
      throw new Error(`Schemathesis itself failed (${String(code)}): ${String(stdout)}${String(stderr)}`, {
        cause: error,
      });
    },
  );
  const { failures, errors, phases } = JSON.parse(await readFile(report, 'utf8')) as Report;
  return {
    problems: [
      ...failures.flatMap(({ type, operations }) => operations.map((operation) => `${type}: ${operation}`)),
      ...errors.map((error) => `error: ${JSON.stringify(error)}`),
    ],
    phases: Object.keys(phases).filter((name) => phases[name]?.status !== 'skip'),
    text,
  };
}

/**
 * The document, with the labels and org units of the running service, and with values that no schema can tell from others.
 * With made-up values almost no room could be created, and nothing in a room tested.
 */
async function knownWorld(baseUrl: string, token: string): Promise<Document> {
  const get = async (path: string): Promise<string> =>
    (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })).text();
  const units = JSON.parse(await get('/org-units')) as { data: readonly { id: string }[] };
  const labels = JSON.parse(await get('/classifications')) as { data: readonly { label: string }[] };
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+/, '');
  const known: Readonly<Record<string, readonly unknown[]>> = {
    org_unit_id: units.data.map(({ id }) => id),
    classification: labels.data.map(({ label }) => label),
    clearance_level: [...labels.data.map(({ label }) => label), ''],
    url: ['https://hooks.example.com/strongroom', 'https://hooks.example.org/'],
    time_zone: ['UTC', 'Europe/Berlin', 'America/New_York'],
    expires_at: [inDays(1), inDays(30)],
    public_key: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })],
  };
  const document = JSON.parse(await get('/openapi.json')) as Document;
  // Only schemas of requests refuse other fields.
  for (const { additionalProperties, properties = {} } of Object.values(document.components.schemas))
    if (additionalProperties === false)
      for (const [name, schema] of Object.entries(properties)) properties[name] = knowing(name, schema, known[name]);
  return document;
}

/** Fields whose schema cannot express their rule: existing hosts, time zones, times in the future, points on a curve. */
const OPEN_FIELDS = ['url', 'time_zone', 'expires_at', 'public_key', 'sealed_key'];

/** Labels are settings, so no others exist. A run may create org units, and what is open has other values too. */
function knowing(name: string, schema: object, values: readonly unknown[] | undefined): object {
  // Its pattern alone says how many bytes there are: of those that are generated for the format, few match.
  if (name === 'iv' || name === 'tag') return { ...schema, format: undefined, contentEncoding: undefined };
  if (values === undefined) return schema;
  return name === 'org_unit_id' || OPEN_FIELDS.includes(name)
    ? { anyOf: [{ enum: values }, schema] }
    : { ...schema, enum: values };
}

type Operation = Readonly<{
  operationId: string;
  parameters: readonly Readonly<{ name: string }>[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Readonly<{ $ref?: string }> }>>> }>;
}>;
type Schema = Readonly<{ additionalProperties?: unknown; properties?: Record<string, object> }>;
type Document = Readonly<{
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}>;

const operationsIn = ({ paths }: Document): readonly Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

/** The lists. */
const withCursor = (document: Document): readonly string[] =>
  operationsIn(document)
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
    .map(({ operationId }) => operationId);

const withOpenFields = (document: Document): readonly string[] =>
  operationsIn(document)
    .filter(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}).some(({ schema: { $ref = '' } }) => {
        const { properties = {} } = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
        return OPEN_FIELDS.some((name) => properties[name] !== undefined);
      }),
    )
    .map(({ operationId }) => operationId);

const identity = (name: string, token: string) => ({
  name,
  fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
});

/** Refusals that a well-formed request may get. */
const BY_RIGHTS = ['2xx', '401', '403', '404', '409', '429'];

/** Without `peers` the check of object-level authorization silently does nothing. */
const configuration = (auth: string, names: readonly string[], world: Document): string => `
[auth.wfc]
path = ${JSON.stringify(auth)}
${names.length > 1 ? `peers = ${JSON.stringify(names)}` : ''}

[checks.positive_data_acceptance]
expected-statuses = ${JSON.stringify(BY_RIGHTS)}

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "409", "410", "413", "414", "415", "422", "429", "431"]

# A cursor must come from the same list and excludes "page": a schema can say neither.
[[operations]]
include-operation-id = ${JSON.stringify(withCursor(world))}
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400'])}

# A position beyond the end of the log is refused: where that is no schema says.
[[operations]]
include-operation-id = "followAuditEvents"
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400'])}

# A list names each file or group once: no schema says so of one field of its items.
[[operations]]
include-operation-id = ["createPackage", "createFolder", "restrictFolder", "previewSight"]
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400', '422'])}

# Which values of these fields there are no schema says.
[[operations]]
include-operation-id = ${JSON.stringify(withOpenFields(world).filter((id) => id !== 'confirmSentFile'))}
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400', '422'])}

# A link is withdrawn or used up, a sealed key opens to nothing: no schema says so.
[[operations]]
include-path-regex = "/by-token/"
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400', '410', '422'])}

# A code is pending or gone: which is which no schema says.
[[operations]]
include-operation-id = "claimDeviceLogin"
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '400', '410'])}

# An Idempotency-Key that was used for another request is refused: which were used no schema says.
[[operations]]
include-method = "POST"
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify([...BY_RIGHTS, '422'])}

# Each item of a bulk request is refused on its own, in a row of a 200.
[[operations]]
include-path-regex = "/(bulk|bulk-invite|bulk-confirm|bulk-delete|bulk-move|bulk-download-urls|upload-urls)$"
checks.negative_data_rejection.enabled = false
`;
