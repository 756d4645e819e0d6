import { PgBoss } from 'pg-boss';
import type { Db } from 'pg-boss';
import { jobQueues, jobSchema } from './job-queues.ts';
import type { Executor } from '../../lib/executor.ts';

/** The login roles of the running product; neither owns tables. */
export interface JobRoles {
  app: string;
  system: string;
}

/** Runs pg-boss's statements by `executor`, such as inside a caller's transaction. */
export function toBossDatabase(executor: Executor): Db {
  return { executeSql: (text, values) => executor.query(text, values) };
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
export async function installJobs(owner: Executor, roles: JobRoles): Promise<void> {
  const boss = new PgBoss({
    db: toBossDatabase(owner),
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
  if (failures.length > 0) throw new AggregateError(failures, 'the job tables could not be made');
}

function grantsFor(roles: JobRoles): string {
  const [app, system] = [quoteIdentifier(roles.app), quoteIdentifier(roles.system)];
  return `
    REVOKE ALL ON SCHEMA ${jobSchema} FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA ${jobSchema} FROM PUBLIC, ${app};
    GRANT USAGE ON SCHEMA ${jobSchema} TO ${app}, ${system};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${jobSchema} TO ${system};
    GRANT SELECT ON ${jobSchema}.queue TO ${app};
    GRANT INSERT (${insertColumns}), SELECT (id, start_after) ON ${jobSchema}.job_common TO ${app};`;
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
