import { PgBoss, type Db } from 'pg-boss';
import { jobQueues, jobSchema } from './job-queues.ts';
import type { Sql, Statement } from '../../sql/sql.ts';

/** A connection of the schema's owner. */
interface Owner {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** The login roles of the running product; neither owns tables. */
export interface JobRoles {
  app: string;
  system: string;
}

type BossStatement = Statement<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, 'any'>;

/** Runs pg-boss's own statements in a caller's transaction. */
export function toBossDatabase(tx: Sql): Db {
  return {
    executeSql: async (text, values = []) => {
      const order = values.map((_, index) => `parameter${index + 1}`);
      const statement: BossStatement = { scope: 'any', name: undefined, text, order, params: {}, row: {} };
      const params = Object.fromEntries(order.map((name, index) => [name, values[index] ?? null]));
      return { rows: await tx.list(statement, params) };
    },
  };
}

/** The columns of pg-boss's insert; the application role may set no others. */
const insertColumns = `id, name, data, priority, start_after, created_on, singleton_key, singleton_on, group_id,
  group_tier, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
  policy, dead_letter, heartbeat_seconds, blocked, blocking, pending_dependencies`;

/**
 * Creates or upgrades the job tables and queues as their owner and grants both roles their part: the application adds
 * jobs and sees only ids and starts of others, never a payload; the system role works. `owner` is a connection of the
 * schema's owner outside any transaction. Runs with every migration under its lock; idempotent.
 */
export async function installJobs(owner: Owner, roles: JobRoles): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
    reindex: false,
  });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    for (const [name, queue] of Object.entries(jobQueues)) {
      await boss.createQueue(name, queue);
      // Without the policy, because pg-boss refuses to change it.
      await boss.updateQueue(name, Object.fromEntries(Object.entries(queue).filter(([option]) => option !== 'policy')));
    }
    await owner.query(grantsFor(roles));
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the job tables could not be created');
}

function grantsFor(roles: JobRoles): string {
  const [app, system] = [quoteIdentifier(roles.app), quoteIdentifier(roles.system)];
  return `
    revoke all on schema ${jobSchema} from public;
    revoke all on all tables in schema ${jobSchema} from public, ${app};
    grant usage on schema ${jobSchema} to ${app}, ${system};
    grant select, insert, update, delete on all tables in schema ${jobSchema} to ${system};
    grant select on ${jobSchema}.queue to ${app};
    grant insert (${insertColumns}), select (id, start_after) on ${jobSchema}.job_common to ${app};`;
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
