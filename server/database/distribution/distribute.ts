import pg from 'pg';
import { DatabaseRefused } from '../connection/errors.ts';
import { withOwner } from '../copy/owner-connection.ts';
import { dropCopyViews, hasCopyViews, listCopyStatements } from './copies.sql.ts';
import { functionSchema, listFunctionStatements } from './shard-functions.sql.ts';
import { toPlacedDefinition } from './placed-keys.ts';
import type { Placement } from '../tables/table-facts.ts';
import { listPlaced, placements, type Placements } from '../tables/tables.ts';

/** One thing that a distribution does, and how. */
export interface DistributionStep {
  readonly title: string;
  readonly statements: readonly string[];
}

interface ForeignKey {
  readonly source: string;
  readonly target: string;
  readonly name: string;
  readonly definition: string;
}

interface State {
  readonly database: string;
  readonly list: (placement: Placement) => string[];
  /** Tables of the schema public that Citus has placed. */
  readonly placed: ReadonlySet<string>;
  /** Tables that an older program put into shards, and that all servers copy now. */
  readonly misplaced: readonly string[];
  /** Tables of shards, and their months, whose row-level security is forced. */
  readonly forced: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly hasFunctions: boolean;
  readonly hasCopyViews: boolean;
  /** Settings of the database and its roles, as `name=value`. */
  readonly settings: ReadonlySet<string>;
  readonly isUserUnique: boolean;
}

type Roles = { readonly app: string; readonly system: string };

/** Whether this database has been distributed. Asks the catalogue alone, which a plain PostgreSQL has too. */
export async function isDistributed(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ schema: string | null }>(
    `select to_regprocedure('${functionSchema}.find_shard(uuid)')::text as schema`,
  );
  return rows[0]?.schema != null;
}

/**
 * Plans the steps that are missing until the migrated database is distributed; empty where it is.
 * @param tables every table that is to be placed
 * @throws DatabaseRefused where the server is not a coordinator with workers
 */
export async function planDistribution(
  owner: pg.ClientBase,
  roles: Roles,
  tables: Placements = placements,
): Promise<DistributionStep[]> {
  await checkCluster(owner);
  const state = await readState(owner, { tables, ...roles });
  const names = { app: pg.escapeIdentifier(roles.app), system: pg.escapeIdentifier(roles.system) };
  return [
    ...planSettings(state, names),
    ...planTables(state),
    ...planForce(state),
    ...(state.hasFunctions
      ? []
      : [{ title: 'Make the functions that open shards', statements: listFunctionStatements(names) }]),
    ...(state.hasCopyViews && state.misplaced.length === 0
      ? []
      : [{ title: 'Let the coordinator read its own copies', statements: listCopyStatements(names.system) }]),
  ];
}

/**
 * Plans, and does what is planned unless it is a dry run.
 * @throws DatabaseRefused where the server is not a coordinator with workers, or the reason of the stop
 */
export function distributeDatabase(
  ownerUrl: string,
  roles: Roles,
  { isDry, stop }: { readonly isDry: boolean; readonly stop?: AbortSignal },
): Promise<DistributionStep[]> {
  const run = async (owner: pg.Client) => {
    const steps = await planDistribution(owner, roles);
    if (!isDry) await distribute(owner, steps);
    return steps;
  };
  return withOwner(ownerUrl, run, stop);
}

/** Does all steps in one transaction: an interrupted distribution leaves nothing behind. */
export async function distribute(owner: pg.ClientBase, steps: readonly DistributionStep[]): Promise<void> {
  if (steps.length === 0) return;
  await owner.query('begin');
  try {
    // A key from a shard to a copied table needs both made on one connection to each worker.
    await owner.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    await owner.query('set local citus.enable_unsafe_triggers = on');
    for (const { statements } of steps) for (const statement of statements) await owner.query(statement);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Deletes the views of the coordinator's own copies, until the next distribution makes them again. */
export async function deleteCopyViews(owner: pg.ClientBase): Promise<void> {
  await owner.query(dropCopyViews);
}

/** Deletes the views of all shards; the next transaction of each makes them again. */
export async function deleteShardViews(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ success: boolean; result: string }>(
    `select success, result from run_command_on_workers('select ${functionSchema}.delete_views()')`,
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`A worker could not delete the views of its shards: ${failed.result}`);
}

async function checkCluster(owner: pg.ClientBase) {
  const { rows } = await owner.query<{ present: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as present`,
  );
  if (rows[0]?.present !== true) {
    throw new DatabaseRefused('The database of DATABASE_URL has no extension citus: see docs/distributed.md.');
  }
  const tables = await owner.query<{ exist: boolean }>(`select to_regclass('public.companies') is not null as exist`);
  if (tables.rows[0]?.exist !== true) {
    throw new DatabaseRefused('The database has no tables yet: they are made without --dry-run, and by a first start.');
  }
  const workers = await owner.query(`select from citus_get_active_worker_nodes()`);
  if (workers.rowCount === 0) {
    throw new DatabaseRefused('The coordinator knows no worker: add one by citus_add_node (docs/distributed.md).');
  }
}

async function readState(
  owner: pg.ClientBase,
  { tables, app, system }: Roles & { readonly tables: Placements },
): Promise<State> {
  const place = (placement: Placement) => listPlaced(placement, tables);
  const list = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  const placed = await list<{ name: string; isSpread: boolean }>(
    `select c.relname as name, d.partmethod = 'h' as "isSpread" from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
      where c.relnamespace = 'public'::regnamespace and (d.partmethod = 'h' or d.repmodel = 't')`,
  );
  const forced = await list<{ name: string }>(
    `select c.relname as name from pg_class c
        left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
        and coalesce(parent.relname, c.relname) = any ($1) order by c.relname`,
    [place('shard')],
  );
  const foreignKeys = await list<ForeignKey>(
    `select source.relname as source, target.relname as target, k.conname as name,
        pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class source on source.oid = k.conrelid join pg_class target on target.oid = k.confrelid
      where k.contype = 'f' and k.conparentid = 0 and source.relnamespace = 'public'::regnamespace
      order by source.relname, k.conname`,
  );
  const [facts] = await list<{ database: string; settings: string[]; isUserUnique: boolean; hasCopyViews: boolean }>(
    `select current_database() as database, array(
        select unnest(s.setconfig) from pg_db_role_setting s
          left join pg_database d on d.oid = s.setdatabase left join pg_roles r on r.oid = s.setrole
        where (s.setdatabase = 0 or d.datname = current_database()) and (s.setrole = 0 or r.rolname = any ($1::name[]))
      ) as settings, exists (select from pg_constraint where conname = 'users__id_unique') as "isUserUnique",
        ${hasCopyViews} as "hasCopyViews"`,
    [[app, system]],
  );
  return {
    database: facts?.database ?? '',
    list: place,
    placed: new Set(placed.map(({ name }) => name)),
    misplaced: placed.flatMap(({ name, isSpread }) => (isSpread && place('copied').includes(name) ? name : [])),
    forced: forced.map(({ name }) => name),
    foreignKeys,
    hasFunctions: await isDistributed(owner),
    hasCopyViews: facts?.hasCopyViews === true,
    settings: new Set(facts?.settings),
    isUserUnique: facts?.isUserUnique === true,
  };
}

function planSettings({ database, settings }: State, { app, system }: Roles): DistributionStep[] {
  const ofDatabase = `alter database ${pg.escapeIdentifier(database)}`;
  const wanted = [
    // Copied tables keep their triggers.
    { name: 'citus.enable_unsafe_triggers', value: 'on', of: ofDatabase },
    // company_is_proven reads copied tables and accounts for each company of a list.
    { name: 'citus.allow_nested_distributed_execution', value: 'on', of: ofDatabase },
    // The coordinator alone writes copied tables, so that it need not lock them on a worker too.
    { name: 'citus.allow_modifications_from_workers_to_replicated_tables', value: 'off', of: ofDatabase },
    // The bound company reaches the workers. For the application role alone: Citus passes on the whole string in which a SET
    // LOCAL is.
    { name: 'citus.propagate_set_commands', value: 'local', of: `alter role ${app}` },
    // A transaction that read all shards at once could not write a copied table any more.
    { name: 'citus.multi_shard_modify_mode', value: 'sequential', of: `alter role ${system}` },
  ];
  const missing = wanted.filter(({ name, value }) => !settings.has(`${name}=${value}`));
  if (missing.length === 0) return [];
  const statements = missing.map(({ name, value, of }) => `${of} set ${name} to '${value}'`);
  return [{ title: 'Set what Citus allows in this database, and to its roles', statements }];
}

const quote = (name: string) => `public.${pg.escapeIdentifier(name)}`;

function planTables(state: State): DistributionStep[] {
  const { misplaced } = state;
  const copied = state.list('copied').filter((name) => !state.placed.has(name) || misplaced.includes(name));
  const inShards = state
    .list('shard')
    .filter((name) => !state.placed.has(name))
    .toSorted((left, right) => Number(right === firstTable) - Number(left === firstTable));
  const added = new Set([...copied, ...inShards]);
  const steps: DistributionStep[] = [];
  if (added.size > 0) {
    // Keys between the kinds of tables stand in the way while some are placed and others not yet.
    const lifted = state.foreignKeys.filter(({ source, target }) => added.has(source) || added.has(target));
    const { shards, others } = Object.groupBy(
      lifted.flatMap((key) => toPlacedKey(state, key)),
      ({ source }) => (state.list('shard').includes(source) ? 'shards' : 'others'),
    );
    steps.push(
      {
        title: `Lift ${lifted.length} foreign keys for the time of the change`,
        statements: lifted.map(
          ({ source, name }) => `alter table ${quote(source)} drop constraint ${pg.escapeIdentifier(name)}`,
        ),
      },
      ...(added.has('users') && !state.isUserUnique
        ? [
            {
              title: 'Make the id of a user unique by itself',
              statements: [`alter table public.users add constraint users__id_unique unique (id)`],
            },
          ]
        : []),
      ...planReturn(misplaced),
      ...copied.map((name) => ({
        title: `Copy ${name} to every server`,
        statements: [`select create_reference_table('${quote(name)}')`],
      })),
      ...inShards.map((name) => ({
        title: `Put ${name} into the shards of its companies`,
        statements: [toDistribution(name)],
      })),
      {
        title: 'Put the foreign keys back',
        statements: [...(others ?? []), ...(shards ?? [])].map(
          ({ source, name, definition }) =>
            `alter table ${quote(source)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
        ),
      },
    );
  }
  return steps;
}

/** Rows go back to the coordinator first; views of shards and copies would keep the former tables. */
function planReturn(misplaced: readonly string[]): DistributionStep[] {
  if (misplaced.length === 0) return [];
  return [
    {
      title: 'Delete the views of shards and copies, which are made again',
      statements: [`select run_command_on_workers('select ${functionSchema}.delete_views()')`, dropCopyViews],
    },
    ...misplaced.map((name) => ({
      title: `Take ${name} out of the shards of its companies`,
      statements: [`select undistribute_table('${quote(name)}')`],
    })),
  ];
}

/** Citus cannot move shards where row-level security binds the owner of the tables too. */
function planForce({ forced }: State): DistributionStep[] {
  if (forced.length === 0) return [];
  const statements = forced.map((name) => `alter table ${quote(name)} no force row level security`);
  return [{ title: 'Let the owner of the tables move shards, without forced row-level security', statements }];
}

const firstTable = 'audit_heads';

function toDistribution(name: string) {
  const place = name === firstTable ? `colocate_with => 'none'` : `colocate_with => '${quote(firstTable)}'`;
  return `select create_distributed_table('${quote(name)}', 'company_id', ${place})`;
}

/** The key as it can be between placed tables; none where its table stays on the coordinator. */
const toPlacedKey = ({ list }: State, key: ForeignKey): ForeignKey[] =>
  list('coordinator').includes(key.source) ? [] : [{ ...key, definition: toPlacedDefinition(key.definition) }];
