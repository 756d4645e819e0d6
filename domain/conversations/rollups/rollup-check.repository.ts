import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { integer, text } from '#server/sql/types.ts';
import { lastMessagesOf } from '../last-messages.repository.ts';
import { ratingsOf } from '../ratings/ratings.sql.ts';
import { turnRollupChecks } from '../turns/turn-rollups.repository.ts';
import { rollups, statusSums, type Rollup, type RollupKey, type RollupSum } from './rollups.repository.ts';
import { toDaysExpression } from './user-days.repository.ts';
import { selectSum, usageSums } from '../../ledger/usage-sums.sql.ts';

/** Sums of one table that differ from what its rows add up to. */
export interface Difference {
  readonly table: string;
  /** How many rows differ. */
  readonly rows: number;
  /** The first of them: its key, what the rows add up to and what is stored. */
  readonly example: string;
}

interface Check {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Selects the sums as they have to be. */
  readonly rows: string;
  /** How the table holds the sums, where they are not columns of these names. */
  readonly stored?: string;
  /** Whether null says that a program of an earlier release wrote the row. */
  readonly mayBeUnknown?: boolean;
}

const toKeyExpression = (key: RollupKey) => (key === 'month' ? `date_trunc('month', day)::date` : key);

function toSumExpression(sum: RollupSum): string {
  if (sum === 'conversations') return 'count(*)';
  const status = statusSums.findIndex((each) => each === sum) + 1;
  return status === 0 ? `sum(${sum})` : `count(*) filter (where status = ${status})`;
}

/** Selects what a roll-up has to hold for the conversations of `condition`. */
export function toRollupSelect({ keys, sums, hasDays }: Rollup, condition: string): string {
  const columns = keys.map((key) => `${toKeyExpression(key)} as ${key}`);
  const counted = sums.map((sum) => `${toSumExpression(sum)} as ${sum}`);
  if (hasDays) counted.push(`${toDaysExpression('day')} as days`);
  const places = keys.map((_, index) => index + 1);
  return `select ${[...columns, ...counted].join(', ')} from conversations where ${condition} group by ${places.join(', ')}`;
}

const tableChecks: readonly Check[] = [
  ...rollups.map((rollup) => ({ ...rollup, rows: toRollupSelect(rollup, 'company_id = $companyId') })),
  ...rollups
    .filter(({ hasDays }) => hasDays)
    .map((rollup) => ({
      table: rollup.table,
      keys: rollup.keys,
      sums: ['days'],
      rows: toRollupSelect(rollup, 'company_id = $companyId'),
      mayBeUnknown: true,
    })),
  ...turnRollupChecks.map(({ toSelect, ...check }) => ({ ...check, rows: toSelect('company_id = $companyId') })),
  ...usageSums.map((sum) => ({
    table: sum.table,
    keys: Object.keys(sum.keys),
    sums: ['requests'],
    rows: selectSum(sum, 'usage_events', 'company_id = $companyId'),
  })),
  {
    table: 'conversations',
    keys: ['id', 'started_at'],
    sums: ['messages'],
    rows: `
      select conversation_id as id, started_at, count(*) as messages
      from messages where company_id = $companyId group by 1, 2`,
  },
  {
    table: 'conversations',
    keys: ['id', 'started_at'],
    sums: ['unanswered'],
    stored: 'awaits_answer::int as unanswered',
    rows: `
      select id, started_at, awaits_answer::int as unanswered
      from (${lastMessagesOf('company_id = $companyId')}) last`,
  },
  {
    table: 'conversations',
    keys: ['id', 'started_at'],
    sums: ['rating'],
    rows: ratingsOf('c.company_id = $companyId'),
  },
  {
    table: 'conversation_partitions',
    keys: ['id', 'started_at'],
    sums: ['conversations'],
    stored: '1 as conversations',
    rows: `
      select id, started_at, count(*) as conversations
      from conversations where company_id = $companyId group by 1, 2`,
  },
];

/* A row whose sums are 0 equals a missing row. */
const checks = tableChecks.map(({ table, keys, sums, rows, stored = sums.join(', '), mayBeUnknown = false }) => {
  const valuesOf = (toValue: (sum: string) => string) => sums.map((sum) => `coalesce(${toValue(sum)}, 0)`).join(', ');
  const truth = valuesOf((sum) => `truth.${sum}`);
  const held = valuesOf((sum) => (mayBeUnknown ? `stored.${sum}, truth.${sum}` : `stored.${sum}`));
  const differences = statement({
    text: `
      with truth as (${rows}), stored as (
        select ${keys.join(', ')}, ${stored} from ${table} where company_id = $companyId
      )
      select count(*) over () as rows, jsonb_build_object(${keys.map((key) => `'${key}', ${key}`).join(', ')},
        'rows', array[${truth}]::int8[], 'stored', array[${held}]::int8[])::text as example
      from truth full join stored using (${keys.join(', ')})
      where array[${truth}]::int8[] <> array[${held}]::int8[]
      order by ${keys.join(', ')} limit 1`,
    row: { rows: integer, example: text },
  });
  return { table, differences };
});

/** Lifts the statement timeout for this transaction, because millions of rows take longer. */
export const allowAnyLength = systemStatement.run({ text: 'set local statement_timeout = 0' });

/** Compares all sums of the company with its rows, each table in one snapshot. */
export async function listDifferences(tx: CompanyTransaction): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { table, differences } of checks) {
    const [difference] = await tx.list(differences);
    if (difference) found.push({ table, ...difference });
  }
  return found;
}
