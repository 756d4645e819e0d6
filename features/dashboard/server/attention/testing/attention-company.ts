import type { AttentionFacts, AttentionKind } from '#contract/attention/attention-facts.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Role } from '#contract/capabilities.ts';
import type { Attention } from '#features/dashboard/contract/attention.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

/** A company in which nothing needs attention, until a test changes it; `start` makes another one. */
export function useAttentionCompany(portal: () => TestPortal) {
  let companyId = '';
  let superAdmin: TestUser | undefined;
  const run = <Row extends object>(text: string, values: unknown[] = [], id = companyId) =>
    portal().database.inCompany(id, (tx) => runSql<Row>(tx, text, values));
  const fillCompany = (id = companyId) =>
    run(
      `update companies set address_1 = 'Pikk 1', zip = '10123', city = 'Tallinn', country = 'EE', vat_number = 'EE100594102'`,
      [],
      id,
    );
  async function list(as = superAdmin): Promise<Attention['lines']> {
    const { status, body } = await portal().call('/attention', as ? { as } : {});
    if (status !== 200) throw new Error(`the list was answered with ${status}`);
    return (body as Attention).lines;
  }
  return {
    run,
    fillCompany,
    list,
    getCompanyId: () => companyId,
    getSuperAdmin: () => superAdmin,
    async start(): Promise<void> {
      const made = await portal().makeCompany();
      companyId = made.id;
      superAdmin = made.superAdmin;
      await fillCompany();
    },
    today: () => getDay(portal().clock.now().getTime(), 'Europe/Tallinn'),
    async find<Kind extends AttentionKind>(kind: Kind): Promise<AttentionFacts<Kind> | undefined> {
      const line = (await list()).find((each) => each.kind === kind);
      return line?.facts as AttentionFacts<Kind> | undefined;
    },
    async listFor(...roles: Role[]): Promise<AttentionKind[]> {
      const user = await portal().makeUser(companyId, { roles });
      return (await list(user)).map(({ kind }) => kind);
    },
    addInvoice: (number: string, dueDay: string, tenThousandths: number, isOwn = false) =>
      run(
        `insert into invoices (id, invoice_id, company, issue_date, due_date, total_ten_thousandths, status, is_own)
          values (gen_random_uuid(), $1, 'Acme', $2, $2, $3, 'Pending', $4)`,
        [number, dueDay, tenThousandths, isOwn],
      ),
    async addSkill(name: string): Promise<{ id: string; number: number }> {
      const [skill] = await run<{ id: string; number: number }>(
        'insert into reported_skills (name, name_key) values ($1, $1) returning id, number',
        [name],
      );
      if (!skill) throw new Error('the insert returned no row');
      return skill;
    },
    spend: (number: number, day: string, euros: number) =>
      run('insert into usage_daily (day, skill_number, price_ten_thousandths, requests) values ($1, $2, $3, 1)', [
        day,
        number,
        Math.round(euros * 10_000),
      ]),
  };
}
