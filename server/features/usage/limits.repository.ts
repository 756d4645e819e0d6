import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

export interface StoredLimit {
  readonly limit: TenThousandths | null;
  readonly version: number;
}

export interface StoredLimits extends StoredLimit {
  readonly supportLimit: TenThousandths | null;
  readonly supportVersion: number;
}

const toNumber = (amount: string | null) => (amount === null ? null : Number(amount));

/**
 * The company's limits, and nobody else can change any limit of the company until the transaction ends: also those of
 * skills and support items that have no row yet.
 */
export async function lockLimits(tx: Transaction): Promise<StoredLimits> {
  const executor = toExecutor(tx);
  await executor.query('insert into company_limits default values on conflict do nothing');
  const { rows } = await executor.query<{
    limit: string | null;
    version: number;
    supportLimit: string | null;
    supportVersion: number;
  }>(`select limit_ten_thousandths as "limit", version, support_limit_ten_thousandths as "supportLimit",
    support_version as "supportVersion" from company_limits for update`);
  if (!rows[0]) throw new Error('the company has no limits');
  const { limit, supportLimit, ...versions } = rows[0];
  return { ...versions, limit: toNumber(limit), supportLimit: toNumber(supportLimit) };
}

/** Writes the limit of a company whose limits this transaction has locked; answers its new version. */
export async function updateCompanyLimit(tx: Transaction, limit: TenThousandths | null, now: Date): Promise<number> {
  const { rows } = await toExecutor(tx).query<{ version: number }>(
    `update company_limits set limit_ten_thousandths = $1, version = version + 1, updated_at = $2 returning version`,
    [limit, now],
  );
  return getVersion(rows);
}

/** Undefined where it is neither a skill of the company or the provider, nor a name that an assistant reported. */
export async function findSkillName(tx: Transaction, id: string): Promise<string | undefined> {
  const { rows } = await toExecutor(tx).query<{ name: string }>(
    'select name from skills where id = $1 union all select name from reported_skills where id = $1',
    [id],
  );
  return rows[0]?.name;
}

/** Undefined where the skill has no limit. */
export async function findSkillLimit(tx: Transaction, id: string): Promise<StoredLimit | undefined> {
  const { rows } = await toExecutor(tx).query<{ limit: string; version: number }>(
    'select limit_ten_thousandths as "limit", version from skill_limits where skill_id = $1',
    [id],
  );
  return rows[0] && { ...rows[0], limit: Number(rows[0].limit) };
}

/** Answers the new version, which no other limit has or had. */
export async function upsertSkillLimit(tx: Transaction, id: string, limit: TenThousandths): Promise<number> {
  const { rows } = await toExecutor(tx).query<{ version: number }>(
    `insert into skill_limits (skill_id, limit_ten_thousandths) values ($1, $2)
      on conflict (company_id, skill_id)
      do update set limit_ten_thousandths = excluded.limit_ten_thousandths, version = default
      returning version`,
    [id, limit],
  );
  return getVersion(rows);
}

export async function deleteSkillLimit(tx: Transaction, id: string): Promise<void> {
  await toExecutor(tx).query('delete from skill_limits where skill_id = $1', [id]);
}

function getVersion([row]: readonly { version: number }[]): number {
  if (!row) throw new Error('the statement returned no row');
  return row.version;
}
