import type { Authorization, AuthorizeForm } from '#features/money/contract/authorize.ts';
import type { LimitAction } from '#features/money/contract/limits.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import { buildCompany } from '#server/database/testing/builders.ts';
import type { OwnerKind } from '../../limits/owner-limits.repository.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

type Row = Record<string, unknown>;

/** An assistant of a new company that requests authorisation, with the company’s limits and rows. */
export interface Assistant {
  readonly companyId: string;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  /** Another key of the company. */
  makeKey(name: string): Promise<{ id: string; post: Assistant['post'] }>;
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
  /** A limit of a person by its id, of each person with an empty owner, of a department or of a key. */
  limitOwner(kind: OwnerKind, owner: string, limit: number, action?: LimitAction): Promise<void>;
  /** The id of the key that asks. */
  readonly keyId: string;
  rows(table: string, order?: string): Promise<Row[]>;
  run(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function makeAssistant(portal: TestPortal): Promise<Assistant> {
  const { id: companyId } = await buildCompany(portal.database);
  const { id: keyId, secret } = await makeIntakeKey(portal, companyId, { name: 'Assistant' });
  const toPost =
    (bearer: string): Assistant['post'] =>
    (path, body) =>
      portal.call(path, { method: 'POST', body, headers: { authorization: `Bearer ${bearer}` } });
  const post = toPost(secret);
  const run: Assistant['run'] = (text, values = []) =>
    portal.database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));
  return {
    companyId,
    keyId,
    post,
    async makeKey(name) {
      const key = await makeIntakeKey(portal, companyId, { name });
      return { id: key.id, post: toPost(key.secret) };
    },
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
    async limitOwner(kind, owner, limit, action = 'stop') {
      await run(
        `insert into owner_limits (kind, owner, limit_ten_thousandths, action) values ($1, $2, $3, $4)
          on conflict (company_id, kind, owner)
          do update set limit_ten_thousandths = excluded.limit_ten_thousandths, action = excluded.action`,
        [kind, owner, fromEuros(limit), action],
      );
    },
    rows: (table, order = '1') =>
      portal.database.inCompany(companyId, async (tx) => {
        const rows = await runSql<Row>(tx, `select to_jsonb(t) as json from ${table} t order by ${order}`);
        return rows.map(({ json }) => json as Row);
      }),
  };
}
