import type { Authorization, AuthorizeForm } from '#features/money/contract/authorize.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import { buildCompany } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

type Row = Record<string, unknown>;

/** An assistant of a new company that requests authorisation, with the company’s limits and rows. */
export interface Assistant {
  readonly companyId: string;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  /** @throws Error for any status but 200 */
  ask(skill: string, requestId: string, user?: AuthorizeForm['user']): Promise<Authorization>;
  commit(reservation: string | null, conversation?: string): Promise<ApiAnswer>;
  release(reservation: string | null, conversation?: string): Promise<ApiAnswer>;
  /** Creates a skill with a price in euros. @returns its id */
  makeSkill(name: string, price: number): Promise<string>;
  /** In euros; null for none. */
  limitCompany(limit: number | null): Promise<void>;
  /** By the id of a skill or of a reported name. */
  limitSkill(id: string, limit: number): Promise<void>;
  rows(table: string, order?: string): Promise<Row[]>;
  run(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function makeAssistant(portal: TestPortal): Promise<Assistant> {
  const { id: companyId } = await buildCompany(portal.database);
  const { secret } = await makeIntakeKey(portal, companyId, { name: 'Assistant' });
  const headers = { authorization: `Bearer ${secret}` };
  const post: Assistant['post'] = (path, body) => portal.call(path, { method: 'POST', body, headers });
  const run: Assistant['run'] = (text, values = []) =>
    portal.database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));
  return {
    companyId,
    post,
    run,
    async ask(skill, requestId, user) {
      const { status, body } = await post('/authorize', { skill, requestId, ...(user && { user }) });
      if (status !== 200) throw new Error(`The request was answered ${status}: ${JSON.stringify(body)}`);
      return body as Authorization;
    },
    commit: (reservation, conversation) =>
      post(`/authorize/${reservation}/commit`, conversation === undefined ? undefined : { conversation }),
    release: (reservation, conversation) =>
      post(`/authorize/${reservation}/release`, conversation === undefined ? undefined : { conversation }),
    async makeSkill(name, price) {
      const text = `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`;
      return String((await run(text, [name, fromEuros(price)]))[0]?.['id']);
    },
    async limitCompany(limit) {
      await run(
        `insert into company_limits (limit_ten_thousandths) values ($1)
          on conflict (company_id) do update set limit_ten_thousandths = excluded.limit_ten_thousandths`,
        [limit === null ? null : fromEuros(limit)],
      );
    },
    async limitSkill(id, limit) {
      await run(
        `insert into skill_limits (skill_id, limit_ten_thousandths) values ($1, $2)
          on conflict (company_id, skill_id) do update set limit_ten_thousandths = excluded.limit_ten_thousandths`,
        [id, fromEuros(limit)],
      );
    },
    rows: (table, order = '1') =>
      portal.database.inCompany(companyId, async (tx) => {
        const rows = await runSql<Row>(tx, `select to_jsonb(t) as json from ${table} t order by ${order}`);
        return rows.map(({ json }) => json as Row);
      }),
  };
}
