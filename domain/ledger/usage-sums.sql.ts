/*
 * The sums of the ledger. Each is the number of usage events by its keys; whatever adds events to the ledger or takes them out
 * changes all of them in the same statement.
 */

export interface UsageSum {
  readonly table: string;
  /** Which usage events it counts; all where it is missing. */
  readonly only?: string;
  /** Columns of the table, as selected from usage events. */
  readonly keys: Readonly<Record<string, string>>;
}

/** In the place of the key of usage events from before keys were noted. */
export const nilKey = '00000000-0000-0000-0000-000000000000';

const skillAndPrice = { skill_number: 'skill_number', price_ten_thousandths: 'price_ten_thousandths' };

const ofMonth = { month: `date_trunc('month', day)::date` };
const ofKey = { intake_key_id: `coalesce(intake_key_id, '${nilKey}')` };

/** Each counts all usage events of a month; the first one is the finest. */
export const monthlySums: readonly [UsageSum, UsageSum, UsageSum] = [
  // By person and key: who owns a cost.
  { table: 'usage_monthly', keys: { ...ofMonth, user_number: 'user_number', ...ofKey, ...skillAndPrice } },
  // By key alone, so that its limit reads few rows.
  { table: 'usage_by_key', keys: { ...ofMonth, ...ofKey, ...skillAndPrice } },
  // By person alone: the cost of a person, but for the prices of `roundedUsage`.
  {
    table: 'usage_by_person',
    keys: { ...ofMonth, user_number: 'user_number', price_ten_thousandths: 'price_ten_thousandths' },
  },
];

/** By person, at prices with parts of a cent: their costs are rounded by skill and price, in the order of the owners. */
export const roundedUsage = {
  table: 'usage_rounded',
  only: 'price_ten_thousandths % 100 <> 0',
  keys: { ...ofMonth, ...skillAndPrice, user_number: 'user_number' },
} satisfies UsageSum;

/** By model, of those that have one. */
export const modelUsage: UsageSum = {
  table: 'usage_models',
  only: 'model is not null',
  keys: { ...ofMonth, model: 'model', ...skillAndPrice },
};

export const usageSums: readonly UsageSum[] = [
  { table: 'usage_daily', keys: { day: 'day', ...skillAndPrice } },
  ...monthlySums,
  roundedUsage,
  modelUsage,
];

/** The columns of usage events that sums are made of: what a statement returns for `addToSums` and `subtractFromSums`. */
export const summedColumns = 'day, skill_number, price_ten_thousandths, user_number, intake_key_id, model';

/** Selects what a sum has to hold for those usage events of `table` of which `condition` is true; `requests` counts them. */
export const selectSum = (
  { keys, only = 'true' }: UsageSum,
  table: string,
  condition = 'true',
  requests = 'count(*)',
) => `
  select ${Object.entries(keys)
    .map(([column, value]) => `${value} as ${column}`)
    .join(', ')}, ${requests} as requests
  from ${table} where ${condition} and ${only} group by ${Object.keys(keys)
    .map((_, index) => index + 1)
    .join(', ')}`;

/** Adds `rows`, as `selectSum` has them, to a sum. */
export function addRowsToSum(sum: UsageSum, rows: string): string {
  const columns = Object.keys(sum.keys).join(', ');
  return `insert into ${sum.table} as s (company_id, ${columns}, requests)
    select $companyId, added.* from (${rows}) added
    order by ${columns}
    on conflict (company_id, ${columns}) do update set requests = s.requests + excluded.requests`;
}

/** Adds the usage events of `table`, a part of the same statement, to a sum. */
export const addToSum = (sum: UsageSum, table: string) => addRowsToSum(sum, selectSum(sum, table));

/** Parts of a statement, one for each sum: each adds the usage events that the statement has `inserted`. */
export const addToSums = usageSums.map((sum) => addToSum(sum, 'inserted'));

/** Parts of a statement, one for each sum: each takes out the usage events that the statement has `deleted`. */
export const subtractFromSums = usageSums.map(
  (sum) => `update ${sum.table} s set requests = s.requests - gone.requests
    from (${selectSum(sum, 'deleted')}) gone
    where s.company_id = $companyId and ${Object.keys(sum.keys)
      .map((column) => `s.${column} = gone.${column}`)
      .join(' and ')}`,
);

/** The parts as further clauses of the statement's `with`. */
export const toClauses = (parts: readonly string[]) =>
  parts.map((part, index) => `, summed_${index} as (${part})`).join('');
