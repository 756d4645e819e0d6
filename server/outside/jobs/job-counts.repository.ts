import { systemStatement } from '../../sql/statement.ts';
import { integer, text } from '../../sql/types.ts';
import { jobSchema } from './job-queues.ts';

/** Jobs that wait, run or wait to be repeated, by queue; as the system role. */
export const countJobs = systemStatement.list({
  text: `
    select name as queue, state::text as state, count(*)::int4 as count from ${jobSchema}.job_common
    where state in ('created', 'active', 'retry') group by 1, 2`,
  row: { queue: text, state: text, count: integer },
});
