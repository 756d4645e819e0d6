import type { TenThousandths } from '#contract/billing/money.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

export interface SupportItem {
  readonly id: string;
  readonly type: string;
  readonly limit: TenThousandths | null;
  readonly version: number;
}

export interface StoredSupport {
  readonly limit: TenThousandths | null;
  readonly version: number;
  readonly items: readonly SupportItem[];
}

/** The two channels of the contacts page, which every company has from its first day; a row is made when one is set. */
const channels = `(values
  ('5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a01'::uuid, 'E-mail', 1),
  ('5e0a1c6e-0b7d-4d55-9f6b-2d4c1f0e7a02'::uuid, 'Voice', 2)) as channel (id, type, place)`;

const text = `
  select (select support_limit_ten_thousandths from company_limits) as "limit",
    coalesce((select support_version from company_limits), 1) as version,
    json_agg(json_build_object('id', coalesce(i.id, channel.id), 'type', coalesce(i.type, channel.type),
      'limit', i.limit_ten_thousandths, 'version', coalesce(i.version, 1))
      order by channel.place, i.type, i.id) as items
  from ${channels} full join support_items i on i.id = channel.id`;

/** Every item of the company, with or without a limit. */
export async function getSupport(tx: Transaction): Promise<StoredSupport> {
  const { rows } = await toExecutor(tx).query<Omit<StoredSupport, 'limit'> & { limit: string | null }>(text);
  if (!rows[0]) throw new Error('the statement returned no row');
  const { limit, ...support } = rows[0];
  return { ...support, limit: limit === null ? null : Number(limit) };
}

/** Of a company whose limits this transaction has locked. */
export async function updateSupportLimit(tx: Transaction, limit: TenThousandths | null, now: Date): Promise<void> {
  await toExecutor(tx).query(
    `update company_limits
      set support_limit_ten_thousandths = $1, support_version = support_version + 1, updated_at = $2`,
    [limit, now],
  );
}

export async function upsertSupportItem(tx: Transaction, { id, type, limit, version }: SupportItem): Promise<void> {
  await toExecutor(tx).query(
    `insert into support_items (id, type, limit_ten_thousandths, version) values ($1, $2, $3, $4)
      on conflict (company_id, id) do update set limit_ten_thousandths = excluded.limit_ten_thousandths,
        version = excluded.version`,
    [id, type, limit, version],
  );
}
