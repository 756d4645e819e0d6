import { join } from 'node:path';

/** The packages of Helm and of the schemas of Kubernetes. */
export const schemasFolder = join(import.meta.dirname, '../kubernetes/node_modules');

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [more: string]: unknown;
}

interface Validate {
  (data: unknown): boolean;
  errors?: ReadonlyArray<{ instancePath: string; message?: string; keyword: string }> | null;
}

/** The module with the schema of a resource, which the packages have compiled to a function. */
const schemaOf = ({ apiVersion, kind }: Resource): string => {
  if (apiVersion.startsWith('monitoring.coreos.com/'))
    return `@kubernetes-models/prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1${kind}.js`;
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  const words = [group.split('.')[0] ?? '', version].map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `kubernetes-models/_schemas/IoK8sApi${words.join('')}${kind}.js`;
};

/** Finds wrong, missing and unknown fields. The schemas pass over unknown ones, so that a field that none of them reads is unknown. */
export async function findFaults(resource: Resource): Promise<string[]> {
  const { validate } = (await import(join(schemasFolder, schemaOf(resource)))) as { validate: Validate };
  const unread = new Set<string>();
  const watched = watchReads(resource, '', unread);
  const errors = validate(watched) ? [] : (validate.errors ?? []);
  return [
    ...errors.map(({ instancePath, message, keyword }) => `${instancePath} ${message ?? keyword}`),
    ...[...unread].map((path) => `${path} is unknown`),
  ];
}

/** The same value, which takes the path of each property out of `unread` when it is read. */
function watchReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  for (const [key, part] of Object.entries(value)) {
    const partPath = `${path}/${key}`;
    unread.add(partPath);
    Object.assign(inner, { [key]: watchReads(part, partPath, unread) });
  }
  return new Proxy(inner, {
    get: (target, key, receiver) => {
      unread.delete(`${path}/${String(key)}`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}
