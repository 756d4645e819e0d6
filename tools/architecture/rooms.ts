/** A room of ARCHITECTURE.md, told by path, and the rooms its files may import from. */
export interface Room {
  readonly name: string;
  readonly pattern: RegExp;
  readonly mayImport: readonly string[];
  /** Rooms of which only types may be imported. */
  readonly mayImportTypesOf?: readonly string[];
}

const databaseRooms = ['server/sql', 'server/database', 'server/access', 'server/records', 'server/ledger'];

const everythingOfTheServer = [
  'contract',
  'server/lib',
  'server/config',
  ...databaseRooms,
  'server/outside',
  'server/features',
  'server/http',
  'server/app',
  'server/process',
  'server/background',
  'server/demo',
  'demo-assistant',
];

const everythingOfTheWeb = ['contract', 'web/paths', 'web/lib', 'web/theme', 'web/ui', 'web/api', 'web/features'];

/** The arrows. The first room whose pattern matches a path is its room; a feature may import itself, no other. */
export const rooms: readonly Room[] = [
  { name: 'contract', pattern: /^contract\//, mayImport: [] },
  { name: 'demo-assistant', pattern: /^demo-assistant\//, mayImport: ['contract', ...everythingOfTheServer] },
  { name: 'server/lib', pattern: /^server\/lib\//, mayImport: ['contract'] },
  { name: 'server/config', pattern: /^server\/config\//, mayImport: ['contract', 'server/lib'] },
  { name: 'server/sql', pattern: /^server\/sql\//, mayImport: [] },
  {
    name: 'server/database',
    pattern: /^server\/database\//,
    mayImport: ['contract', 'server/lib', 'server/sql'],
    mayImportTypesOf: ['server/config'],
  },
  {
    name: 'server/records',
    pattern: /^server\/records\//,
    mayImport: ['contract', 'server/lib', 'server/sql', 'server/database'],
  },
  {
    name: 'server/access',
    pattern: /^server\/access\//,
    mayImport: ['contract', 'server/lib', 'server/sql', 'server/database', 'server/records'],
  },
  {
    name: 'server/ledger',
    pattern: /^server\/ledger\//,
    mayImport: ['contract', 'server/lib', 'server/sql', 'server/database'],
  },
  {
    name: 'server/outside',
    pattern: /^server\/outside\//,
    mayImport: ['contract', 'server/lib', 'server/sql'],
    mayImportTypesOf: ['server/config'],
  },
  {
    name: 'server/features',
    pattern: /^server\/features\/[^/]+\//,
    mayImport: ['contract', 'server/lib', ...databaseRooms],
    mayImportTypesOf: ['server/outside'],
  },
  {
    name: 'server/http',
    pattern: /^server\/http\//,
    mayImport: ['contract', 'server/lib', 'server/access', 'server/records', 'server/database'],
    mayImportTypesOf: ['server/config', 'server/outside'],
  },
  {
    name: 'server/app',
    pattern: /^server\/app\//,
    mayImport: [
      'contract',
      'server/lib',
      'server/config',
      ...databaseRooms,
      'server/outside',
      'server/features',
      'server/http',
    ],
  },
  {
    name: 'server/process',
    pattern: /^server\/process\//,
    mayImport: ['server/lib', 'server/config', 'server/database'],
  },
  {
    name: 'server/background',
    pattern: /^server\/background\//,
    mayImport: ['contract', 'server/lib', ...databaseRooms, 'server/features'],
    mayImportTypesOf: ['server/outside', 'server/config'],
  },
  {
    name: 'server/demo',
    pattern: /^server\/demo\//,
    mayImport: ['contract', 'server/lib', ...databaseRooms, 'server/outside', 'server/features', 'demo-assistant'],
  },
  { name: 'server/main', pattern: /^server\/(?:main\.ts|commands\/)/, mayImport: everythingOfTheServer },
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
  {
    name: 'bench',
    pattern: /^bench\//,
    mayImport: ['contract', 'e2e', 'tools', 'server/main', ...everythingOfTheServer],
  },
];

/** What a file of a server feature may import of its own feature, by the role in its name. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  routes: ['routes', 'service', 'policy', 'plain'],
  service: ['service', 'repository', 'policy', 'presenter', 'plain'],
  repository: ['repository', 'sql', 'plain'],
  sql: ['sql', 'plain'],
  presenter: ['presenter', 'plain'],
  policy: ['policy', 'plain'],
  plain: ['plain'],
};

/** Tests, what they stand on, and the sweeps, which drive the API from outside as the tests do. */
export const isTestFile = (path: string) =>
  /\.(?:test|spec)\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('server/testing/');

export const findRoom = (path: string) => rooms.find(({ pattern }) => pattern.test(path));

/** `server/features/users` of any path below it. */
export const findFeature = (path: string) => /^(?:server|web)\/features\/[^/]+(?=\/)/.exec(path)?.[0];

export const findLayer = (path: string) =>
  /\.(?<role>routes|service|repository|sql|presenter|policy)\.ts$/.exec(path)?.groups?.role ?? 'plain';
