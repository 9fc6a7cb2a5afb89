import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { goModule } from '@strongroom/test-servers/go-module';
import { installedGoProgram } from '@strongroom/test-servers/go-program';
import { parseAllDocuments } from 'yaml';
import { faultsIn, type Schemas } from '../../../../scripts/google-schema.ts';
import { readSettings } from '../../src/config/settings.ts';
import { ROOT } from '../support/built.ts';
import { run } from './tools.ts';

// Compiling Helm takes minutes, once.
jest.setTimeout(900_000);

const HELM = { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0', variable: 'HELM' };
const CHART = join(ROOT, 'apps/api/deploy/helm/strongroom');
const ADDRESS = ['--set', 'publicUrl=https://rooms.example.com', '--set', 'settingsSecret=rooms'];
const EVERYTHING = [
  ...ADDRESS,
  '--set',
  'filesSecret=files,ingress.enabled=true,ingress.className=nginx,ingress.tlsSecret=tls,data.existingClaim=data',
  '--set-json',
  'imagePullSecrets=[{"name":"registry"}]',
  '--set-json',
  'networkPolicy.egress=[{"ports":[{"port":5432,"protocol":"TCP"}]}]',
  '--set-json',
  'podAnnotations={"a":"b"}',
  '--set-json',
  'tolerations=[{"key":"a","operator":"Exists"}]',
];

/** Kubernetes, as its own description in the form of OpenAPI 2, has it. */
type Resource = Readonly<{ apiVersion: string; kind: string }>;
type Definition = Readonly<{
  'x-kubernetes-group-version-kind'?: readonly Readonly<{ group: string; version: string; kind: string }>[];
}>;

// oxlint-disable-next-line node/no-process-env -- programs of others, and what compiles them
const environment = process.env;
let helm: string;
let definitions: Schemas;
beforeAll(async () => {
  helm = await installedGoProgram(HELM, environment);
  const module = await goModule('k8s.io/kubectl@v0.34.1', environment);
  const text = await readFile(join(module, 'testdata/openapi/swagger.json'), 'utf8');
  const { definitions: all } = JSON.parse(text) as { definitions: Schemas };
  // A port is a number or a name.
  const either = Object.entries(all).map(([name, one]) => [
    `#/definitions/${name}`,
    name.endsWith('.IntOrString') ? {} : one,
  ]);
  definitions = Object.fromEntries(either) as Schemas;
});

async function rendered(...values: readonly string[]): Promise<readonly Resource[]> {
  const { stdout } = await run(helm, ['template', 'rooms', CHART, '--kube-version', '1.34.0', ...values]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

/** Of these the description has only the version before, which had the same fields. */
const OLDER: Readonly<Record<string, string>> = { 'policy/v1': 'policy/v1beta1' };

/** One sentence per fault of a resource. */
function faultsOf(resource: Resource): readonly string[] {
  const wanted = OLDER[resource.apiVersion] ?? resource.apiVersion;
  const name = Object.entries(definitions).find(([, definition]) =>
    (definition as Definition)['x-kubernetes-group-version-kind']?.some(
      ({ group, version, kind }) =>
        kind === resource.kind && (group === '' ? version : `${group}/${version}`) === wanted,
    ),
  )?.[0];
  return name === undefined
    ? [`there is no ${resource.apiVersion} ${resource.kind}`]
    : faultsIn(definitions, name, resource);
}

describe('the Helm chart', () => {
  test.each([
    ['its defaults', ADDRESS, ['NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Deployment']],
    ['everything', EVERYTHING, ['NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Deployment', 'Ingress']],
  ])('makes resources that fit the description of Kubernetes, with %s', async (_, values, kinds) => {
    const resources = await rendered(...values);
    expect(resources.map(({ kind }) => kind)).toEqual(kinds);
    expect(resources.flatMap(faultsOf)).toEqual([]);
  });

  test('is found faulty with an unknown field and a wrong type', async () => {
    const resources = await rendered(...ADDRESS);
    const text = JSON.stringify(resources.find(({ kind }) => kind === 'Deployment'));
    const typo = JSON.parse(text.replace('readOnlyRootFilesystem', 'readonlyRootFilesystem')) as Resource;
    expect(faultsOf(typo)).toEqual([expect.stringMatching(/readonlyRootFilesystem: unknown field$/)]);
    const other = JSON.parse(text.replace('"replicas":2', '"replicas":"2"')) as Resource;
    expect(faultsOf(other)).toEqual([expect.stringMatching(/replicas: integer wanted/)]);
  });

  test('refuses values without an address, and misspelled ones', async () => {
    await expect(rendered()).rejects.toThrow('/publicUrl');
    await expect(rendered(...ADDRESS, '--set', 'replica=3')).rejects.toThrow('replica');
  });

  test('lets only the ingress controller connect, and is not installed without one', async () => {
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }];
    const policy = (await rendered(...ADDRESS)).find(({ kind }) => kind === 'NetworkPolicy');
    expect(policy).toMatchObject({ spec: { ingress: [{ from, ports: [{ port: 'http' }] }] } });
    const own = [{ ipBlock: { cidr: '192.0.2.0/24' } }];
    const other = await rendered(...ADDRESS, '--set-json', `networkPolicy.from=${JSON.stringify(own)}`);
    expect(other.find(({ kind }) => kind === 'NetworkPolicy')).toMatchObject({ spec: { ingress: [{ from: own }] } });
    for (const none of ['[]', 'null', '[{}]'])
      await expect(rendered(...ADDRESS, '--set-json', `networkPolicy.from=${none}`)).rejects.toThrow('from');
  });

  test('gives the service settings that it accepts, with those of the secret', async () => {
    const resources = await rendered(...ADDRESS, '--set', 'settings.STRONGROOM_S3_BUCKET=rooms');
    const deployment = resources.find(({ kind }) => kind === 'Deployment') as unknown as {
      spec: { template: { spec: { containers: readonly [{ env: readonly { name: string; value: string }[] }] } } };
    };
    const { env } = deployment.spec.template.spec.containers[0];
    const read = readSettings({
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
      STRONGROOM_SECRET: 'a secret of no fewer than 32 characters',
      STRONGROOM_OWNER_TOKEN: bearerSecret('apiToken', new Uint8Array(32).fill(9)),
      STRONGROOM_POSTGRESQL_URL: 'postgresql://rooms:password@db.example.com/rooms',
      STRONGROOM_AUDIT_KEY: '/secrets/audit.key',
    });
    expect('problems' in read ? read.problems : []).toEqual([]);
  });
});
