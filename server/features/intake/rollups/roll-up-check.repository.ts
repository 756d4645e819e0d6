import type pg from 'pg';
import { rollUps, statusSums } from './roll-ups.ts';
import type { RollUp, RollUpKey, RollUpSum } from './roll-ups.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/** A sum that is not what the rows say. */
export interface Difference {
  readonly table: string;
  /** How many of its rows differ. */
  readonly rows: number;
  /** The first of them: its key, what the rows say and what is stored. */
  readonly example: string;
}

interface Check {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** What the sums have to be; `$1` is the company. */
  readonly rows: string;
}

export const toKeyExpression = (key: RollUpKey) => (key === 'month' ? `date_trunc('month', day)::date` : key);

function toSumExpression(sum: RollUpSum): string {
  if (sum === 'conversations') return 'count(*)';
  const status = statusSums.findIndex((each) => each === sum) + 1;
  return status === 0 ? `sum(${sum})` : `count(*) filter (where status = ${status})`;
}

/** What a roll-up has to hold, of the conversations that `condition` names. */
export function toRowsText({ keys, sums }: RollUp, condition: string): string {
  const columns = keys.map((key) => `${toKeyExpression(key)} as ${key}`);
  const counted = sums.map((sum) => `${toSumExpression(sum)} as ${sum}`);
  const places = keys.map((_, index) => index + 1);
  return `select ${[...columns, ...counted].join(', ')} from conversations where ${condition} group by ${places.join(', ')}`;
}

export const requestKeys = ['day', 'skill_number', 'price_ten_thousandths'] as const;

const checks: readonly Check[] = [
  ...rollUps.map((rollUp) => ({ ...rollUp, rows: toRowsText(rollUp, 'company_id = $1') })),
  {
    table: 'usage_daily',
    keys: requestKeys,
    sums: ['requests'],
    rows: `select ${requestKeys.join(', ')}, count(*) as requests from usage_events where company_id = $1 group by 1, 2, 3`,
  },
  {
    table: 'conversations',
    keys: ['id', 'started_at'],
    sums: ['messages'],
    rows: `select conversation_id as id, started_at, count(*) as messages from messages where company_id = $1 group by 1, 2`,
  },
  {
    table: 'conversation_partitions',
    keys: ['id', 'started_at'],
    sums: ['conversations'],
    rows: 'select id, started_at, count(*) as conversations from conversations where company_id = $1 group by 1, 2',
  },
];

/* Rows that count nothing are the same as rows that are not there. */
function toDifferenceText({ table, keys, sums, rows }: Check): string {
  const stored = table === 'conversation_partitions' ? '1 as conversations' : sums.join(', ');
  const values = (source: string) => sums.map((sum) => `coalesce(${source}.${sum}, 0)`).join(', ');
  return `
    with truth as (${rows}), stored as (select ${keys.join(', ')}, ${stored} from ${table} where company_id = $1)
    select count(*) over ()::int4 as rows, jsonb_build_object(${keys.map((key) => `'${key}', ${key}`).join(', ')},
      'rows', array[${values('truth')}]::int8[], 'stored', array[${values('stored')}]::int8[])::text as example
    from truth full join stored using (${keys.join(', ')})
    where array[${values('truth')}]::int8[] <> array[${values('stored')}]::int8[]
    order by ${keys.join(', ')} limit 1`;
}

/** Lets the statements of this transaction take as long as millions of rows need. */
export async function allowAnyLength(executor: Executor): Promise<void> {
  await executor.query('set local statement_timeout = 0');
}

/** Compares everything that is summed up with the rows of the bound company, each in one snapshot. */
export async function findDifferences(executor: Executor, companyId: string): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const check of checks) {
    const { rows } = await executor.query<{ rows: number; example: string }>(toDifferenceText(check), [companyId]);
    found.push(...rows.map((row) => ({ table: check.table, ...row })));
  }
  return found;
}
