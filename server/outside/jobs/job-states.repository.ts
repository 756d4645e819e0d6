import type { Sql, Statement } from '../../sql/sql.ts';
import { array, instant, integer, text } from '../../sql/types.ts';
import { jobSchema } from './job-queues.ts';
import type { JobQueues, QueueState } from './jobs.ts';

/*
 * Not declared like the others, because pg-boss makes this table, and the test describes declared statements on the
 * migrated database alone.
 */
const listStatesStatement: Statement<Record<never, never>, QueueState, 'any'> = {
  scope: 'any',
  name: undefined,
  text: `
    select name as queue, state::text as state, count(*)::int4 as count, min(created_on) as "oldestAt",
      min(start_after) as "nextAt"
    from ${jobSchema}.job_common where state in ('created', 'active', 'retry', 'failed') group by 1, 2`,
  order: [],
  params: {},
  row: { queue: text, state: text, count: integer, oldestAt: instant, nextAt: instant },
};

const retryStatement: Statement<{ queue: string; now: Date }, Record<never, never>, 'any'> = {
  scope: 'any',
  name: undefined,
  // A job that was given up gets one more attempt, and the time for it.
  text: `
    update ${jobSchema}.job_common
    set start_after = $2,
      retry_limit = case state when 'failed' then retry_count + 1 else retry_limit end,
      keep_until = case state when 'failed' then $2::timestamptz + interval '1 day' else keep_until end,
      state = 'retry', completed_on = null
    where name = $1 and (state = 'failed' or (state = 'retry' and start_after > $2))`,
  order: ['queue', 'now'],
  params: { queue: text, now: instant },
  row: {},
};

interface DeletedMailsParams {
  companyId: string;
  addresses: string[];
  addressesOfAccounts: string[];
}

const deleteMailsStatement: Statement<DeletedMailsParams, Record<never, never>, 'any'> = {
  scope: 'any',
  name: undefined,
  text: `
    delete from ${jobSchema}.job_common
    where name = 'mail.send' and state <> 'active' and case when data ->> 'companyId' is null
      then lower(data -> 'to' ->> 'address') = any($3)
      else data ->> 'companyId' = $1 and lower(data -> 'to' ->> 'address') = any($2) end`,
  order: ['companyId', 'addresses', 'addressesOfAccounts'],
  params: { companyId: text, addresses: array(text), addressesOfAccounts: array(text) },
  row: {},
};

/** Jobs that wait, run, wait to be repeated or were given up, by queue; as the system role. */
export const listQueueStates = (sql: Sql): Promise<QueueState[]> => sql.list(listStatesStatement);

export const jobQueueStates: JobQueues = {
  list: listQueueStates,
  retry: (sql, queue, now) => sql.run(retryStatement, { queue, now }),
  deleteMails: (sql, { companyId, addresses, addressesOfAccounts }) =>
    sql.run(deleteMailsStatement, {
      companyId,
      addresses: [...addresses],
      addressesOfAccounts: [...addressesOfAccounts],
    }),
};
