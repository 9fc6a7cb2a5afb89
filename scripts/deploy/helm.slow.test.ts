import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CHART, helm, Kubernetes, kubeconform, type Resource, renderChart, resourceOf, run } from './chart.ts';

// Compiling Helm takes minutes, once.
jest.setTimeout(900_000);

const ADDRESS = ['--set', 'publicUrl=https://rooms.example.com,settingsSecret=rooms,settings.STRONGROOM_KEYS=pkcs11'];

/** Settings of an HSM client, for both services. */
const MORE = {
  extraEnv: [{ name: 'HSM_SOCKET', value: '/hsm/socket' }],
  extraVolumes: [{ name: 'hsm', emptyDir: {} }],
  extraVolumeMounts: [{ name: 'hsm', mountPath: '/hsm' }],
  initContainers: [{ name: 'first', image: 'hsm:1' }],
  sidecars: [{ name: 'client', image: 'hsm:1' }],
  serviceAccount: { annotations: { 'iam.gke.io/gcp-service-account': 'rooms' } },
  podAnnotations: { a: 'b' },
  nodeSelector: { a: 'b' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
};
const EVERYTHING = {
  ...MORE,
  publicUrl: 'https://rooms.example.com',
  settingsSecret: 'rooms',
  filesSecret: 'files',
  settings: { STRONGROOM_KEYS: 'pkcs11', STRONGROOM_DRAIN_SECONDS: '20' },
  imagePullSecrets: [{ name: 'registry' }],
  autoscaling: { enabled: true },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'tls' },
  data: { existingClaim: 'data' },
  networkPolicy: { egress: [{ ports: [{ port: 5432, protocol: 'TCP' }] }] },
  keyService: {
    ...MORE,
    enabled: true,
    publicUrl: 'https://keys.example.com',
    settingsSecret: 'keys',
    filesSecret: 'key-files',
    data: { storageClass: 'fast' },
  },
  metrics: { enabled: true, operator: { enabled: true, labels: { release: 'prometheus' } } },
  jobs: { upgrade: { enabled: true }, doctor: { enabled: true }, dump: { enabled: true, claim: 'dumps' } },
};

let kubernetes: Kubernetes;
let folder: string;
let everything: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-chart-'));
  await writeFile(join(folder, 'values.yaml'), JSON.stringify(EVERYTHING));
  everything = ['--values', join(folder, 'values.yaml')];
  kubernetes = await Kubernetes.described();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kindsOf = (resources: readonly Resource[]): readonly string[] => resources.map(({ kind }) => kind);

test('the chart has no finding of helm lint', async () => {
  for (const values of [ADDRESS, everything])
    expect((await run(await helm(), ['lint', '--strict', CHART, ...values])).stdout).toContain('0 chart(s) failed');
});

describe('the resources', () => {
  test('fit the description of Kubernetes, with the defaults', async () => {
    const resources = await renderChart(...ADDRESS);
    expect(kindsOf(resources)).toEqual([
      'NetworkPolicy',
      'PodDisruptionBudget',
      'ServiceAccount',
      'Service',
      'Deployment',
    ]);
    expect(resources.flatMap((one) => kubernetes.faultsOf(one))).toEqual([]);
  });

  test('fit it with everything, and kubeconform agrees', async () => {
    const resources = await renderChart(...everything);
    const kinds = [...new Set(kindsOf(resources))].toSorted().join(' ');
    expect(kinds).toBe(
      'CronJob Deployment HorizontalPodAutoscaler Ingress Job NetworkPolicy PodDisruptionBudget PodMonitor PrometheusRule Service ServiceAccount StatefulSet',
    );
    expect(resources.flatMap((one) => kubernetes.faultsOf(one))).toEqual([]);
    const own = resources.filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.'));
    const schemas = await kubernetes.schemasFor(own, join(folder, 'schemas'));
    const file = join(folder, 'resources.yaml');
    const foundIn = async (text: string): Promise<readonly string[]> => {
      await writeFile(file, text);
      return kubeconform(schemas, file);
    };
    const text = own.map((one) => JSON.stringify(one)).join('\n---\n');
    expect(await foundIn(text)).toEqual([]);
    expect(await foundIn(text.replace('minReplicas', 'minReplica'))).toEqual([
      expect.stringMatching(/^HorizontalPodAutoscaler statusInvalid.*minReplica/s),
    ]);
  });

  test('are found faulty with an unknown field and a wrong type', async () => {
    const text = JSON.stringify(resourceOf(await renderChart(...ADDRESS), 'Deployment', 'rooms'));
    const typo = JSON.parse(text.replace('readOnlyRootFilesystem', 'readonlyRootFilesystem')) as Resource;
    expect(kubernetes.faultsOf(typo)).toEqual([expect.stringMatching(/readonlyRootFilesystem: unknown field$/)]);
    const other = JSON.parse(text.replace('"replicas":2', '"replicas":"2"')) as Resource;
    expect(kubernetes.faultsOf(other)).toEqual([expect.stringMatching(/replicas: integer wanted/)]);
  });
});

describe('the chart refuses', () => {
  test('values without an address, and misspelled ones', async () => {
    await expect(renderChart()).rejects.toThrow('/publicUrl');
    await expect(renderChart(...ADDRESS, '--set', 'replica=3')).rejects.toThrow('replica');
    await expect(renderChart(...ADDRESS, '--set', 'keyService.enabled=true')).rejects.toThrow('/keyService/publicUrl');
    await expect(renderChart(...ADDRESS, '--set', 'jobs.dump.enabled=true')).rejects.toThrow('jobs.dump.claim');
  });

  test('a keyring in a folder that goes with its pod', async () => {
    const local = [...ADDRESS, '--set', 'settings.STRONGROOM_KEYS=local'];
    await expect(renderChart(...local)).rejects.toThrow('every key goes with its pod');
    await expect(renderChart(...local, '--set', 'data.existingClaim=keys')).resolves.toHaveLength(5);
  });

  test('an installation without a word about who may connect', async () => {
    for (const none of ['[]', 'null', '[{}]'])
      await expect(renderChart(...ADDRESS, '--set-json', `networkPolicy.from=${none}`)).rejects.toThrow('from');
  });
});

describe('the network policy', () => {
  test('lets only the ingress controller connect, or whom you name', async () => {
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }];
    const policy = resourceOf(await renderChart(...ADDRESS), 'NetworkPolicy', 'rooms');
    expect(policy).toMatchObject({ spec: { ingress: [{ from, ports: [{ port: 'http' }] }] } });
    const own = [{ ipBlock: { cidr: '192.0.2.0/24' } }];
    const other = await renderChart(...ADDRESS, '--set-json', `networkPolicy.from=${JSON.stringify(own)}`);
    expect(resourceOf(other, 'NetworkPolicy', 'rooms')).toMatchObject({ spec: { ingress: [{ from: own }] } });
  });

  test('opens the metrics of both services to Prometheus alone', async () => {
    const resources = await renderChart(...everything);
    const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
    for (const name of ['rooms', 'rooms-keys'])
      expect(resourceOf(resources, 'NetworkPolicy', name)).toMatchObject({
        spec: { ingress: [{ ports: [{ port: 'http' }] }, { from, ports: [{ port: 'metrics' }] }] },
      });
  });
});

test('a pod is stopped after the wait and the drain, and the key service alone has the disk of its record', async () => {
  const resources = await renderChart(...everything);
  expect(resourceOf(resources, 'Deployment', 'rooms')).toMatchObject({
    spec: {
      template: {
        spec: {
          terminationGracePeriodSeconds: 32,
          serviceAccountName: 'rooms',
          containers: [{ lifecycle: { preStop: { exec: { command: ['sleep', '2'] } } } }, { name: 'client' }],
        },
      },
    },
  });
  const { spec } = resourceOf(resources, 'StatefulSet', 'rooms-keys');
  expect(spec).toMatchObject({ replicas: 1, volumeClaimTemplates: [{ metadata: { name: 'record' } }] });
  expect(spec.template.spec.serviceAccountName).toBe('rooms-keys');
});
