/** A room of ARCHITECTURE.md and the rooms below it that its files may import from. */
export interface Room {
  readonly name: string;
  readonly pattern: RegExp;
  readonly imports: readonly Room[];
  /** Rooms of which only types may be imported. */
  readonly importsTypesOf: readonly Room[];
}

type Below = Partial<Pick<Room, 'imports' | 'importsTypesOf'>>;

const found: Room[] = [];

function room(name: string, pattern: RegExp, { imports = [], importsTypesOf = [] }: Below = {}): Room {
  const made = { name, pattern, imports, importsTypesOf };
  found.push(made);
  return made;
}

/*
 * From bottom to top. An arrow back up can not be written: a constant does not exist above its line.
 */
/** The shared contract and those of the features, which all may import. */
const contract = room('contract', /^(?:contract|features\/[^/]+\/contract)\//);

const sql = room('server/sql', /^server\/sql\//);
const serverLib = room('server/lib', /^server\/lib\//, { imports: [contract] });
const demoAssistant = room('demo-assistant', /^demo-assistant\//, { imports: [contract, serverLib] });
const config = room('server/config', /^server\/config\//, { imports: [contract, serverLib] });
const database = room('server/database', /^server\/database\//, {
  imports: [contract, serverLib, sql],
  importsTypesOf: [config],
});
const records = room('server/records', /^server\/records\//, { imports: [contract, serverLib, sql, database] });
const access = room('server/access', /^server\/access\//, { imports: [contract, serverLib, sql, database, records] });
const outside = room('server/outside', /^server\/outside\//, {
  imports: [contract, serverLib, sql],
  importsTypesOf: [config],
});
const portal = room('server/portal', /^server\/portal\//, {
  imports: [contract, serverLib, database],
  importsTypesOf: [outside],
});
const masking = room('domain/masking', /^domain\/masking\//, {
  imports: [contract, serverLib, sql, database],
});
const ledger = room('domain/ledger', /^domain\/ledger\//, {
  imports: [contract, serverLib, sql, database, masking],
});
const search = room('domain/search', /^domain\/search\//, {
  imports: [contract, serverLib, sql, database, portal, ledger, masking],
});
const tasks = room('domain/tasks', /^domain\/tasks\//, {
  imports: [contract, serverLib, sql, database, portal],
  importsTypesOf: [outside],
});
const conversations = room('domain/conversations', /^domain\/conversations\//, {
  imports: [contract, serverLib, sql, database, portal, ledger, search],
});
const live = room('domain/live', /^domain\/live\//, { imports: [contract, serverLib, database, portal] });
const data = [sql, database, records, access, ledger, masking, search, tasks, live, conversations];
const serverFeatures = room('features/server', /^features\/[^/]+\/server\//, {
  imports: [contract, serverLib, ...data, portal],
  importsTypesOf: [outside],
});
const http = room('server/http', /^server\/http\//, {
  imports: [contract, serverLib, database, records, access],
  importsTypesOf: [config, outside],
});
const backup = room('server/backup', /^server\/backup\//, {
  imports: [contract, serverLib, sql, database, portal, conversations, serverFeatures],
  importsTypesOf: [config, outside],
});
const background = room('server/background', /^server\/background\//, {
  imports: [contract, serverLib, ...data, portal, serverFeatures, backup],
  importsTypesOf: [config, outside],
});
const demo = room('server/demo', /^server\/demo\//, {
  imports: [contract, demoAssistant, serverLib, ...data, outside, portal, serverFeatures],
});
const app = room('server/app', /^server\/app\//, {
  imports: [contract, serverLib, config, ...data, outside, portal, serverFeatures, http],
});
const ofServer = [
  contract,
  serverLib,
  config,
  ...data,
  outside,
  portal,
  serverFeatures,
  http,
  backup,
  background,
  demo,
  app,
];
const commands = room('server/commands', /^server\/commands\//, { imports: ofServer });
const main = room('server/main', /^server\/(?:main\.ts|serve\.ts|start\.mjs)$/, { imports: ofServer });

const paths = room('web/paths', /^web\/paths\.ts$/);
const webLib = room('web/lib', /^web\/lib\//, { imports: [contract] });
const theme = room('web/theme', /^web\/theme\//);
room('web/service-worker', /^web\/service-worker\.ts$/);
const ui = room('web/ui', /^web\/ui\//, { imports: [webLib, theme] });
const api = room('web/api', /^web\/api\//, { imports: [contract, webLib] });
const webRecords = room('web/records', /^web\/records\//, { imports: [contract, paths, webLib, ui, api] });
const belowWebFeatures = [contract, paths, webLib, theme, ui, api, webRecords];
/** The page of parts. Nothing may import it, so that no build of the portal holds it. */
room('web/dev', /^web\/dev\//, { imports: [webLib, theme, ui, webRecords] });
const webFeatures = room('features/web', /^features\/[^/]+\/web\//, { imports: belowWebFeatures });
room('web/app', /^web\/(?:app\/|[^/]+\.tsx?$)/, { imports: [...belowWebFeatures, webFeatures] });

const tools = room('tools', /^(?:tools\/|[^/]+\.(?:ts|mjs)$)/, { imports: [contract, serverLib, http] });
const harness = room('harness', /^harness\//, { imports: [...ofServer, demoAssistant, tools] });
const e2e = room('e2e', /^e2e\//, { imports: [contract, paths, webLib, tools, harness] });
const bench = room('bench', /^bench\//, { imports: [...ofServer, commands, main, demoAssistant, tools, harness, e2e] });
room('verify', /^verify\//, { imports: [...ofServer, demoAssistant, tools, harness, e2e, bench] });

export const rooms: readonly Room[] = found;

/** Imports that a file of a server feature may have within its own feature, by the role in its name. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  operations: ['operations', 'service', 'policy', 'plain'],
  service: ['service', 'repository', 'policy', 'presenter', 'plain'],
  repository: ['repository', 'sql', 'plain'],
  sql: ['sql', 'plain'],
  presenter: ['presenter', 'plain'],
  policy: ['policy', 'plain'],
  plain: ['plain'],
};

/** Tests and their test kit, which may import from every room of their side. */
export const isTestFile = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path) || path.includes('/testing/');

export const findRoom = (path: string) => rooms.find(({ pattern }) => pattern.test(path));

/** `features/people/server` for every path in it; undefined for contracts, which all features may import. */
export const findFeature = (path: string) => /^features\/[^/]+\/(?:server|web)(?=\/)/.exec(path)?.[0];

/** Side of a path that the other side never imports. */
export function sideOf(path: string): 'server' | 'web' | undefined {
  const [, side] = /^(?:features\/[^/]+\/)?(server|web|domain)\//.exec(path) ?? [];
  return side === 'domain' ? 'server' : (side as 'server' | 'web' | undefined);
}

export const findLayer = (path: string) =>
  /[./](?<role>operations|service|repository|sql|presenter|policy)\.ts$/.exec(path)?.groups?.role ?? 'plain';
