import type { Sql, Statement } from '../../sql/sql.ts';
import { integer, text } from '../../sql/types.ts';
import { jobSchema } from './job-queues.ts';

interface JobCount {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

/*
 * Not declared like the others, because pg-boss makes this table, and the test describes declared statements on the
 * migrated database alone.
 */
const countJobsStatement: Statement<Record<never, never>, JobCount, 'any'> = {
  scope: 'any',
  name: undefined,
  text: `
    select name as queue, state::text as state, count(*)::int4 as count from ${jobSchema}.job_common
    where state in ('created', 'active', 'retry') group by 1, 2`,
  order: [],
  params: {},
  row: { queue: text, state: text, count: integer },
};

/** Jobs that wait, run or wait to be repeated, by queue; as the system role. */
export const countJobs = (sql: Sql): Promise<JobCount[]> => sql.list(countJobsStatement);
