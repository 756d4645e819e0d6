/** A room of ARCHITECTURE.md, told by path, and the rooms its files may import from. */
export interface Room {
  readonly name: string;
  readonly pattern: RegExp;
  readonly mayImport: readonly string[];
  /** Rooms of which only types may be imported. */
  readonly mayImportTypesOf?: readonly string[];
}

const everythingOfTheServer = [
  'contract',
  'server/lib',
  'server/config',
  'server/database',
  'server/outside',
  'server/features',
  'server/http',
  'server/demo',
];

const everythingOfTheWeb = ['contract', 'web/paths', 'web/lib', 'web/theme', 'web/ui', 'web/api', 'web/features'];

/** The arrows. The first room whose pattern matches a path is its room; a feature may import itself, no other. */
export const rooms: readonly Room[] = [
  { name: 'contract', pattern: /^contract\//, mayImport: [] },
  { name: 'server/lib', pattern: /^server\/lib\//, mayImport: ['contract'] },
  { name: 'server/config', pattern: /^server\/(?:config|secrets)\.ts$/, mayImport: ['contract', 'server/lib'] },
  {
    name: 'server/database',
    pattern: /^server\/database\//,
    mayImport: ['contract', 'server/lib'],
    mayImportTypesOf: ['server/config'],
  },
  {
    name: 'server/outside',
    pattern: /^server\/outside\//,
    mayImport: ['contract', 'server/lib'],
    mayImportTypesOf: ['server/config'],
  },
  {
    name: 'server/features',
    pattern: /^server\/features\/[^/]+\//,
    mayImport: ['contract', 'server/lib', 'server/database'],
    mayImportTypesOf: ['server/outside'],
  },
  {
    name: 'server/http',
    pattern: /^server\/http\//,
    mayImport: ['contract', 'server/lib', 'server/database'],
    mayImportTypesOf: ['server/config', 'server/outside'],
  },
  { name: 'server/demo', pattern: /^server\/demo\//, mayImport: everythingOfTheServer },
  {
    name: 'server/app',
    pattern: /^server\/(?:(?:background|commands|process)\/)?[^/]+\.ts$/,
    mayImport: everythingOfTheServer,
  },
  { name: 'web/paths', pattern: /^web\/paths\.ts$/, mayImport: [] },
  { name: 'web/lib', pattern: /^web\/lib\//, mayImport: [] },
  { name: 'web/theme', pattern: /^web\/theme\//, mayImport: [] },
  { name: 'web/service-worker', pattern: /^web\/service-worker\.ts$/, mayImport: [] },
  { name: 'web/ui', pattern: /^web\/ui\//, mayImport: ['web/lib', 'web/theme'] },
  { name: 'web/api', pattern: /^web\/api\//, mayImport: ['contract', 'web/lib'] },
  {
    name: 'web/features',
    pattern: /^web\/features\/[^/]+\//,
    mayImport: ['contract', 'web/api', 'web/ui', 'web/lib', 'web/paths', 'web/theme'],
  },
  { name: 'web/app', pattern: /^web\/(?:app\/|[^/]+\.tsx?$)/, mayImport: everythingOfTheWeb },
  { name: 'e2e', pattern: /^e2e\//, mayImport: ['contract', 'web/paths', 'web/lib', 'tools'] },
  { name: 'tools', pattern: /^(?:tools\/|[^/]+\.(?:ts|mjs)$)/, mayImport: ['contract', 'server/http'] },
  { name: 'bench', pattern: /^bench\//, mayImport: ['contract', 'e2e', 'tools', ...everythingOfTheServer] },
];

/** What a file of a server feature may import of its own feature, by the role in its name. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  routes: ['routes', 'service', 'policy', 'plain'],
  service: ['service', 'repository', 'policy', 'plain'],
  repository: ['repository', 'plain'],
  policy: ['policy', 'plain'],
  plain: ['plain'],
};

/** Tests, what they stand on, and the sweeps, which drive the API from outside as the tests do. */
export const isTestFile = (path: string) =>
  /\.(?:test|spec)\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('server/sweeps/');

export const findRoom = (path: string) => rooms.find(({ pattern }) => pattern.test(path));

/** `server/features/users` of any path below it. */
export const findFeature = (path: string) => /^(?:server|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0];

export const findLayer = (path: string) =>
  /\.(?<role>routes|service|repository|policy)\.ts$/.exec(path)?.groups?.role ?? 'plain';
