import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { goModule } from '../../packages/test-servers/src/go-module.ts';
import { installedGoProgram } from '../../packages/test-servers/src/go-program.ts';
import { faultsIn, type Schemas } from '../google-schema.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const run = promisify(execFile);

const HELM = { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0', variable: 'HELM' };
const KUBECONFORM = {
  module: 'github.com/yannh/kubeconform/cmd/kubeconform',
  version: 'v0.8.0',
  variable: 'KUBECONFORM',
};
export const CHART = join(ROOT, 'apps/api/deploy/helm/strongroom');

// oxlint-disable-next-line node/no-process-env -- programs of others, and what compiles them
const environment = process.env;

type Variable = Readonly<{ name: string; value: string }>;
export type Container = Readonly<{
  env: readonly Variable[];
  command?: readonly string[];
  lifecycle?: object;
  volumeMounts?: readonly Readonly<{ name: string }>[];
}>;
type Pod = Readonly<{ spec: Readonly<{ containers: readonly [Container]; serviceAccountName?: string }> }>;
type Spec = Readonly<{
  template: Pod;
  jobTemplate: Readonly<{ spec: Readonly<{ template: Pod }> }>;
  rules: readonly Rule[];
}>;
type Backend = Readonly<{ service: Readonly<{ name: string }> }>;
type Rule = Readonly<{
  host: string;
  http: Readonly<{ paths: readonly Readonly<{ path: string; pathType: string; backend: Backend }>[] }>;
}>;
export type Resource = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; annotations?: Readonly<Record<string, string>> }>;
  spec: Spec;
}>;

export const helm = (): Promise<string> => installedGoProgram(HELM, environment);

/** The resources that Helm makes from the chart. */
export async function renderChart(...values: readonly string[]): Promise<readonly Resource[]> {
  const { stdout } = await run(await helm(), ['template', 'rooms', CHART, '--kube-version', '1.34.0', ...values]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

/** The object of a kind with this name. */
export function resourceOf(resources: readonly Resource[], kind: string, name: string): Resource {
  const found = resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** Kubernetes, as its own description in the form of OpenAPI 2 has it. */
type Definition = Readonly<{
  'x-kubernetes-group-version-kind'?: readonly Readonly<{ group: string; version: string; kind: string }>[];
}>;

/** The description has only the version before these, with the same fields. */
const OLDER: Readonly<Record<string, string>> = {
  'policy/v1': 'policy/v1beta1',
  'batch/v1': 'batch/v1beta1',
  'autoscaling/v2': 'autoscaling/v2beta2',
};
/** Described by the operator of Prometheus, not by Kubernetes. */
const OF_OTHERS = 'monitoring.coreos.com/v1';

export class Kubernetes {
  readonly #definitions: Schemas;

  private constructor(definitions: Schemas) {
    this.#definitions = definitions;
  }

  static async described(): Promise<Kubernetes> {
    const module = await goModule('k8s.io/kubectl@v0.34.1', environment);
    const text = await readFile(join(module, 'testdata/openapi/swagger.json'), 'utf8');
    const { definitions } = JSON.parse(text) as { definitions: Schemas };
    // A port is a number or a name.
    const either = Object.entries(definitions).map(([name, one]) => [
      `#/definitions/${name}`,
      name.endsWith('.IntOrString') ? {} : one,
    ]);
    return new Kubernetes(Object.fromEntries(either) as Schemas);
  }

  /** One sentence per fault of a resource. */
  faultsOf(resource: Resource): readonly string[] {
    if (resource.apiVersion === OF_OTHERS) return [];
    const name = this.#nameOf(resource);
    return name === undefined
      ? [`there is no ${resource.apiVersion} ${resource.kind}`]
      : faultsIn(this.#definitions, name, resource);
  }

  /** The place of schemas for kubeconform, which know every field of these resources. */
  async schemasFor(resources: readonly Resource[], folder: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    const definitions = Object.fromEntries(
      Object.entries(this.#definitions).map(([name, one]) => [
        name.replace('#/definitions/', ''),
        'properties' in one ? { ...one, additionalProperties: false } : one,
      ]),
    );
    for (const resource of resources) {
      const $ref = this.#nameOf(resource);
      const [version = '', group] = resource.apiVersion.split('/').toReversed();
      const of = [resource.kind.toLowerCase(), ...(group === undefined ? [] : [group.split('.')[0]]), version];
      if ($ref !== undefined)
        await writeFile(join(folder, `${of.join('-')}.json`), JSON.stringify({ $ref, definitions }));
    }
    return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
  }

  #nameOf(resource: Resource): string | undefined {
    const names = [resource.apiVersion, OLDER[resource.apiVersion]];
    return Object.entries(this.#definitions).find(([, definition]) =>
      (definition as Definition)['x-kubernetes-group-version-kind']?.some(
        ({ group, version, kind }) =>
          kind === resource.kind && names.includes(group === '' ? version : `${group}/${version}`),
      ),
    )?.[0];
  }
}

/** The findings of kubeconform, one line each. */
export async function kubeconform(schemas: string, file: string): Promise<readonly string[]> {
  const program = await installedGoProgram(KUBECONFORM, environment);
  const options = ['-strict', '-schema-location', schemas, '-output', 'json', file];
  const said = await run(program, options, { maxBuffer: 1 << 26 }).catch((error: unknown) => error);
  const { resources = [] } = JSON.parse((said as { stdout: string }).stdout) as {
    resources?: readonly Readonly<{ kind: string; status: string; msg: string }>[];
  };
  return resources.map(({ kind, status, msg }) => `${kind} ${status}: ${msg}`);
}
