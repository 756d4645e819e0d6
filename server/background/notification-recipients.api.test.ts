import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { buildUser } from '../database/testing/builders.ts';
import { waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers, type SubscribedTestCompany } from '../testing/notification-subscribers.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { run, want, setClock, makeCompany, listHistory, check } = useNotificationSubscribers(portal);

beforeAll(() => setClock('2031-11-04T10:00:00Z'));

/** A company with a User as both contact persons, and how many mails each new invoice or announcement leads to. */
async function makeContacted(kind: 'invoices' | 'maintenance') {
  const company = await makeCompany(kind);
  const { id, email } = await buildUser(portal().database, company.id);
  await run(company.id, 'update companies set primary_contact_id = $1, secondary_contact_id = $1 where id = $2', [
    id,
    company.id,
  ]);
  const choose = (column: string, choice: string) =>
    run(company.id, `update notification_settings set ${column} = $1`, [choice]);
  return { company, email, choose, listNew: () => listNewRecipients(company) };
}

/** The addresses of the mails that the next check sends. */
async function listNewRecipients(company: SubscribedTestCompany): Promise<string[]> {
  const before = (await listHistory(company)).length;
  portal().clock.advance(1000);
  await check(company);
  return (await listHistory(company)).slice(before).map(({ recipient }) => recipient);
}

let invoices = 0;
const issue = ({ id }: SubscribedTestCompany, period: string | null = '2031-10-01') =>
  run(
    id,
    `insert into invoices (invoice_id, issue_date, due_date, total_ten_thousandths, period, created_at)
      values ($1, '2031-11-01', '2031-11-15', 12345600, $2, $3)`,
    [`ACME-${(invoices += 1)}`, period, portal().clock.now()],
  );

test('an invoice of a closed month is mailed once, to the primary contact beside or instead of the administrators', async () => {
  const { company, email, choose, listNew } = await makeContacted('invoices');
  await issue(company, '2031-06-01');
  expect(await listNew()).toEqual([]);
  await issue(company, '2031-10-01');
  expect((await listNew()).toSorted()).toEqual([...company.emails, email].toSorted());
  expect(await listNew()).toEqual([]);
  const mail = await waitForMail(portal(), email, /^Invoice ACME-\d+ for October 2031$/);
  expect(mail.text).toContain('- Total: €1,234.56 incl. VAT\n- Due date: 15 November 2031');
  expect(mail.text).toContain('you are its contact person.');
  await choose('invoice_recipients', 'contact');
  await issue(company, '2031-11-01');
  expect(await listNew()).toEqual([email]);
  await run(company.id, 'update companies set primary_contact_id = null where id = $1', [company.id]);
  await issue(company, '2031-12-01');
  expect((await listNew()).toSorted()).toEqual(company.emails.toSorted());
});

test('the billing e-mail stands in for the primary contact, whatever the company subscribes to, also while it is suspended', async () => {
  const { company, choose, listNew } = await makeContacted('invoices');
  const billing = `invoices-${randomUUID()}@accounts.example`;
  await run(company.id, 'update companies set billing_email = $2 where id = $1', [company.id, billing]);
  await issue(company, null);
  expect((await listNew()).toSorted()).toEqual([...company.emails, billing].toSorted());
  await choose('invoice_recipients', 'contact');
  await issue(company, null);
  expect(await listNew()).toEqual([billing]);
  await want(company.id);
  await run(company.id, `update companies set suspended_from = $2, suspension_reason = 'Unpaid' where id = $1`, [
    company.id,
    portal().clock.now(),
  ]);
  await issue(company, null);
  expect(await listNew()).toEqual([billing]);
  expect(await listNew()).toEqual([]);
});

test('papers of two months that are issued at once are each mailed once, under their own month', async () => {
  const { company, email, listNew } = await makeContacted('invoices');
  await issue(company, '2031-10-01');
  await issue(company, '2031-09-01');
  expect((await listNew()).toSorted()).toEqual([...company.emails, email, ...company.emails, email].toSorted());
  expect(await listNew()).toEqual([]);
  for (const month of ['September', 'October']) {
    await waitForMail(portal(), email, new RegExp(`^Invoice ACME-\\d+ for ${month} 2031$`));
  }
});

test('the users of a suspended company get no invoice, though they are subscribed; its billing e-mail does', async () => {
  const { company, listNew } = await makeContacted('invoices');
  await run(company.id, `update companies set suspended_from = $2, suspension_reason = 'Unpaid' where id = $1`, [
    company.id,
    portal().clock.now(),
  ]);
  await issue(company);
  expect(await listNew()).toEqual([]);
  const billing = `invoices-${randomUUID()}@accounts.example`;
  await run(company.id, 'update companies set billing_email = $2 where id = $1', [company.id, billing]);
  expect(await listNew()).toEqual([billing]);
  // Back again, they get what is issued from then on.
  await run(company.id, 'update companies set suspended_from = null, suspension_reason = null where id = $1', [
    company.id,
  ]);
  expect(await listNew()).toEqual([]);
});

test('maintenance goes to the secondary contact as chosen, but not after unsubscribing', async () => {
  const { company, email, choose, listNew } = await makeContacted('maintenance');
  const { id: provider } = await portal().makeCompany({ isProvider: true });
  const announce = () =>
    run(
      provider,
      `insert into announcements (kind, title, body, made_by, made_at) values ('maintenance', $1, 'b', 'p', $2)`,
      [randomUUID(), portal().clock.now()],
    );
  portal().clock.advance(1000);
  await announce();
  expect((await listNew()).toSorted()).toEqual([...company.emails, email].toSorted());
  await choose('maintenance_recipients', 'contact');
  await announce();
  expect(await listNew()).toEqual([email]);
  await choose('maintenance_recipients', 'administrators');
  await announce();
  expect((await listNew()).toSorted()).toEqual(company.emails.toSorted());
  await choose('maintenance_recipients', 'both');
  await run(
    company.id,
    `insert into mail_opt_outs (user_id, kind, made_at) select id, 'maintenance', $2 from users where email = $1`,
    [email, portal().clock.now()],
  );
  await announce();
  expect((await listNew()).toSorted()).toEqual(company.emails.toSorted());
});

test('who is near the limit of each person gets a mail about it, once for each threshold, and no administrator does', async () => {
  const company = await makeCompany('budgetWarning', 'accountLimit');
  const [near, far, gone] = await Promise.all([1, 2, 3].map(() => buildUser(portal().database, company.id)));
  await run(
    company.id,
    `insert into owner_limits (kind, owner, limit_ten_thousandths) values ('eachPerson', '', 100000), ('person', $1, 1000000)`,
    [far?.id],
  );
  const use = (number: number, userId: string | undefined, requests: number) =>
    run(
      company.id,
      `with named as (insert into reported_users (number, user_id) values ($1, $2) on conflict do nothing)
        insert into usage_monthly (month, user_number, intake_key_id, skill_number, price_ten_thousandths, requests)
        values ('2031-11-01', $1, $3, $4, 10000, $5)
        on conflict (company_id, month, user_number, intake_key_id, skill_number, price_ten_thousandths)
        do update set requests = excluded.requests`,
      [number, userId, company.id, company.skill.number, requests],
    );
  await use(1, near?.id, 8);
  await use(2, far?.id, 8);
  await use(3, gone?.id, 8);
  await run(company.id, `insert into mail_opt_outs (user_id, kind, made_at) values ($1, 'budgetWarning', $2)`, [
    gone?.id,
    portal().clock.now(),
  ]);
  expect(await listNewRecipients(company)).toEqual([near?.email]);
  expect(await listNewRecipients(company)).toEqual([]);
  await use(1, near?.id, 10);
  expect(await listNewRecipients(company)).toEqual([near?.email]);
  const { text } = await waitForMail(
    portal(),
    near?.email ?? '',
    /^You have reached your limit at .* for November 2031$/,
  );
  expect(text).toContain('/settings#limit');
  expect(text).toContain('- Spent: €10.00\n- Limit: €10.00');
});
