import { runSql } from '#server/testing/sql/run-sql.ts';
import type { Database } from '#server/database/open-database.ts';

/** Billed runs of one day, skill and price. */
export interface LedgerEvents {
  readonly day: string;
  readonly skill: number;
  readonly price: number;
  readonly count: number;
}

/** A skill of the store and the name that assistants have for it. Answers the number it has in the ledger. */
export async function reportSkill(database: Database, companyId: string, name: string): Promise<number> {
  const rows = await database.inCompany(companyId, async (tx) => {
    const text = `insert into skills (name, service_provider) values ($1, 'SAP') returning id`;
    const [skill] = await runSql<{ id: string }>(tx, text, [name]);
    return runSql<{ number: number }>(
      tx,
      'insert into reported_skills (name, name_key, skill_id) values ($1, lower($1), $2) returning number',
      [name, skill?.id],
    );
  });
  return rows[0]?.number ?? 0;
}

/** Enters the runs into the ledger and its roll-up, as the intake does in one transaction. */
export async function addRuns(database: Database, companyId: string, runs: readonly LedgerEvents[]): Promise<void> {
  await database.withLedger(companyId, async (tx) => {
    await runSql(
      tx,
      `with runs as (select * from jsonb_to_recordset($1::jsonb) as r (day date, skill int, price bigint, count int)),
      added as (
        insert into usage_events (id, external_id, occurred_at, day, skill_number, price_ten_thousandths)
        select gen_random_uuid(), gen_random_uuid()::text, day, day, skill, price from runs, generate_series(1, count))
      insert into usage_daily as d (day, skill_number, price_ten_thousandths, requests)
      select day, skill, price, sum(count) from runs group by 1, 2, 3
      on conflict (company_id, day, skill_number, price_ten_thousandths)
        do update set requests = d.requests + excluded.requests`,
      [JSON.stringify(runs)],
    );
  });
}
