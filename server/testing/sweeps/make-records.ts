import { randomUUID } from 'node:crypto';
import { addMonths } from '#contract/calendar/zones.ts';
import { runSql } from '../sql/run-sql.ts';
import type { TestPortal } from '../test-portal.ts';

export async function makeInvoice(portal: TestPortal, companyId: string): Promise<string> {
  const [invoice] = await portal.database.inCompany(companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `insert into invoices (invoice_id, issue_date, due_date, total_ten_thousandths, is_own)
        values ($1, '2026-11-01', '2026-11-15', 10000, true) returning id`,
      [randomUUID()],
    ),
  );
  return invoice?.id ?? '';
}

let deletedMonths = 0;

export async function makeDeletedInvoice(portal: TestPortal, companyId: string): Promise<string> {
  const id = randomUUID();
  deletedMonths += 1;
  const month = addMonths('1500-01-01', deletedMonths);
  await portal.database.inCompany(companyId, async (tx) => {
    await runSql(
      tx,
      `insert into deleted_invoices (id, invoice_id, period, issue_date, due_date, total_ten_thousandths, deleted_at)
        values ($1, $2, $3, '2026-11-01', '2026-11-15', 10000, now())`,
      [id, id, month],
    );
    await runSql(
      tx,
      `insert into usage_daily (day, skill_number, price_ten_thousandths, requests) values ($1, 0, 10000, 1)`,
      [month],
    );
  });
  return id;
}

/** Makes an integration with the values of `integrationForm`. */
export async function makeIntegration(
  portal: TestPortal,
  companyId: string,
): Promise<{ id: string; uniqueId: string }> {
  const [id, uniqueId] = [randomUUID(), randomUUID().replaceAll('-', '')];
  const password = portal.adapters.secretBox.seal('Typed-once-8', { companyId, recordId: id });
  await portal.database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into integrations (id, unique_id, name, provider, service, service_name, category, hostname, port, client,
          username, password)
        values ($1, $2, 'Production', 'SAP', 'erp', 'SAP production', 'ERP', '127.0.0.1', 443, '100', 'STEWARD', $3)`,
      [id, uniqueId, password],
    ),
  );
  return { id, uniqueId };
}

/** Grants all keys of the company all its integrations. */
export async function grantIntegrations(portal: TestPortal, companyId: string): Promise<void> {
  await portal.database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `insert into integration_grants (integration_id, intake_key_id, granted_by, granted_at)
        select i.id, k.id, 'A test', now() from integrations i, intake_keys k`,
    ),
  );
}

export async function makeSentMail(portal: TestPortal, companyId: string): Promise<string> {
  const [mail] = await portal.database.inCompany(companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `with notification as (
          insert into notification_log (key, kind, made_at) values ($1, 'maintenance', $3) returning key)
        insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
        select key, 'maintenance', $2, 'a@test.example', 's', 't', 'h', $3 from notification returning id`,
      [randomUUID(), randomUUID(), portal.clock.now()],
    ),
  );
  return mail?.id ?? '';
}
