import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { installedGoProgram } from '@strongroom/test-servers/go-program';
import { pythonWith } from '@strongroom/test-servers/python';
import type { Browser } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { PASSWORD, signedIn } from '../web/tab.ts';

/** Clients that common generators make of the OpenAPI documents, each with the procedure of the specification. */

const API = join(ROOT, 'docs/reference/openapi.json');
const KEYS = join(ROOT, 'docs/reference/key-service-openapi.json');
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.17.0';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
const CLASSPATH = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath';
const FROM_PAGE = 'Put by the page.';

let folder: string;
let both: BothServices;
let browser: Browser;
let page: Awaited<ReturnType<typeof signedIn>>['page'];
let roomId: string;
/** A file of the room that the page uploaded. */
let pageFile: string;

type Output = Readonly<{ stdout: string; stderr: string }>;
const run = async (
  program: string,
  args: readonly string[],
  cwd: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Output> => promisify(execFile)(program, args, { cwd, env: { ...env, ...more }, maxBuffer: 1 << 28 });

const place = (...parts: readonly string[]): string => join(folder, 'examples', ...parts);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-generated-'));
  for (const part of ['without-the-library', 'generated-clients'])
    await cp(join(ROOT, 'examples', part), place(part), { recursive: true });
  both = await BothServices.start({}, { pages: true });
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  roomId = (await owner.post('/rooms', { name: 'Strangers', classification: 'C2' })).body.data.id;
  browser = await startBrowser();
  ({ page } = await signedIn(browser, both.url, 'owner@strongroom.local'));
  await page.goto(`${both.url}/rooms/${roomId}`);
  const file = { name: 'by-page.txt', mimeType: 'text/plain', buffer: Buffer.from(FROM_PAGE) };
  await page.getByTestId('files').setInputFiles([file]);
  await page.getByRole('link', { name: file.name }).waitFor();
  pageFile = (await owner.get(`/rooms/${roomId}/files`)).body.data[0].id;
}, 300_000);
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

/** Judges what a program says, and opens its file on the page. */
async function expectProcedure(name: string, { stdout }: Output): Promise<void> {
  const { put, ...said } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  expect(said).toEqual({
    listed: ['first.txt'],
    same: true,
    share: 1,
    archived: 'archived',
    refused: 'ROOM_ARCHIVED',
    active: 'active',
    deleted: true,
    gone: 'FILE_NOT_FOUND',
    destroyed: true,
    absent: 'ROOM_NOT_FOUND',
    read: createHash('sha256').update(FROM_PAGE).digest('hex'),
  });
  expect(put).toMatch(/^[0-9a-f-]{36}$/u);
  await page.goto(`${both.url}/rooms/${roomId}`);
  await page.getByRole('link', { name: `by-${name.toLowerCase()}.txt` }).click();
  await page.getByText(`Put by ${name}.`).waitFor();
}

const service = async (): Promise<NodeJS.ProcessEnv> => ({
  STRONGROOM_URL: both.url,
  STRONGROOM_TOKEN: await both.ownerToken(),
  PYTHONDONTWRITEBYTECODE: '1',
});

test('openapi-python-client takes both documents without a warning, and its client runs the procedure', async () => {
  const bin = await pythonWith(['openapi-python-client==0.29.1', 'cryptography==50.0.2'], env);
  const here = place('generated-clients/python');
  const generate = (document: string, to: string): Promise<Output> => {
    const args = ['-m', 'openapi_python_client', 'generate', '--meta', 'none', '--config', 'config.yml'];
    return run(join(bin, 'python'), [...args, '--path', document, '--output-path', to], here);
  };
  for (const [document, to] of [
    [KEYS, 'keys'],
    [API, 'strongroom_client'],
  ] as const)
    expect((await generate(document, to)).stdout).not.toMatch(/warn|error|unsupported/iu);
  const said = await run(join(bin, 'python'), ['procedure.py', roomId, pageFile], here, await service());
  await expectProcedure('Python', said);
}, 300_000);

const goProgram = (module: string, version: string, variable: string): Promise<string> =>
  installedGoProgram({ module, version, variable }, env);

test('oapi-codegen takes both documents without a warning, and its client runs the procedure', async () => {
  const oapi = await goProgram('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', 'v2.8.2', 'OAPI_CODEGEN');
  const here = place('generated-clients/go');
  await mkdir(join(here, 'api'), { recursive: true });
  for (const document of [KEYS, API]) {
    const args = ['-generate', 'types,client', '-package', 'api', '-o', join(here, 'api/api.go'), document];
    expect((await run(oapi, args, here)).stderr).toBe('');
  }
  await run('go', ['mod', 'tidy'], here);
  await run('go', ['build', '-o', 'procedure', '.'], here);
  await expectProcedure('Go', await run(join(here, 'procedure'), [roomId, pageFile], here, await service()));
}, 500_000);

/** The client of ogen has 280 000 lines, which compile faster without optimisation. */
const UNOPTIMISED = { GOFLAGS: "-buildvcs=false '-gcflags=all=-N -l'" };

test('ogen takes both documents, and its client runs the procedure', async () => {
  const ogen = await goProgram('github.com/ogen-go/ogen/cmd/ogen', 'v1.24.0', 'OGEN');
  const here = place('generated-clients/go-ogen');
  for (const [document, to] of [
    [KEYS, join(folder, 'ogen-keys')],
    [API, 'api'],
  ] as const) {
    const options = ['--config', 'ogen.yml', '--package', 'api', '--clean', '--target', to];
    const { stderr } = await run(ogen, [...options, document], here);
    expect(
      stderr
        .split('\n')
        .filter((line) => /^(?:WARN|ERROR)/u.test(line) && !/canonical|validator cannot be applied/u.test(line)),
    ).toEqual([]);
  }
  await run('go', ['mod', 'tidy'], here, UNOPTIMISED);
  await run('go', ['build', '-o', 'procedure', '.'], here, UNOPTIMISED);
  await expectProcedure('ogen', await run(join(here, 'procedure'), [roomId, pageFile], here, await service()));
}, 1_800_000);

/**
 * It calls 3.1 new, leaves out examples that are not flat JSON, renames a model that Java has a class for, and looks for the
 * name of `additionalProperties: false`: one object that refuses other fields, in a document of its own, is enough for that.
 */
const ABOUT_ITSELF = /3\.1 support is still in beta|complex example|ExamplesUtils|reserved word|the schema name: null/u;

test('openapi-generator takes both documents, and its Java client runs the procedure', async () => {
  const jars = join(folder, 'jars');
  await run('mvn', ['--quiet', COPY, `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${jars}`], folder);
  const options = ['invokerPackage=com.example.strongroom', 'apiPackage=com.example.strongroom.api']
    .concat('modelPackage=com.example.strongroom.model', 'groupId=com.example', 'artifactId=strongroom-client')
    .join(',');
  for (const [document, to] of [
    [KEYS, 'keys'],
    [API, 'client'],
  ] as const) {
    const args = ['-g', 'java', '--library', 'apache-httpclient', '--additional-properties', options];
    const jar = join(jars, 'openapi-generator-cli-7.17.0.jar');
    const generate = ['-jar', jar, 'generate', '-i', document, ...args, '-o', join(folder, to)];
    const { stdout, stderr } = await run('java', generate, folder);
    const complaints = `${stdout}\n${stderr}`.split('\n').filter((line) => /\b(?:WARN|ERROR)\b/u.test(line));
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.filter((line) => !ABOUT_ITSELF.test(line))).toEqual([]);
  }
  const client = join(folder, 'client');
  const skipped = ['-DskipTests', '-Dmaven.javadoc.skip', '-Dmaven.source.skip'];
  const list = join(folder, 'classpath.txt');
  await run('mvn', ['--quiet', ...skipped, 'package', CLASSPATH, `-Dmdep.outputFile=${list}`], client);
  const { stdout: found } = await run('cat', [list], folder);
  const classes = [join(folder, 'classes'), join(client, 'target/strongroom-client-0.2.0.jar'), found].join(':');
  const here = place('generated-clients/java');
  await run('javac', ['-d', join(folder, 'classes'), '-cp', classes, 'Keys.java', 'Procedure.java'], here);
  const said = await run('java', ['-cp', classes, 'Procedure', roomId, pageFile], here, await service());
  await expectProcedure('Java', said);
}, 900_000);

test('openapi-typescript takes both documents, and its client runs the procedure', async () => {
  const here = place('generated-clients/typescript');
  const { stdout: packed } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', here],
    join(ROOT, 'packages/client'),
  );
  await run('npm', ['install', '--silent', `./${packed.trim()}`], here);
  const bin = join(here, 'node_modules/.bin');
  for (const [document, to] of [
    [KEYS, 'keys.d.ts'],
    [API, 'schema.d.ts'],
  ] as const)
    expect((await run(join(bin, 'openapi-typescript'), [document, '-o', to], here)).stderr).not.toMatch(/warn|error/iu);
  await writeFile(join(here, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['procedure.ts'] }));
  await run(join(bin, 'tsc'), ['-p', '.'], here);
  expect(existsSync(join(here, 'node_modules/@strongroom/client'))).toBe(true);
  await expectProcedure(
    'TypeScript',
    await run(process.execPath, ['procedure.ts', roomId, pageFile], here, await service()),
  );
}, 300_000);

const STRICT = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'] };
