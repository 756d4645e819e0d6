import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import type { SkillOption } from '#features/skills/contract/skills.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { skillForm, useSkillCalls } from './testing/skill-calls.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
let superAdmin: TestUser;
let provider: TestUser;
let intakeKey: string;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
  ({ secret: intakeKey } = await makeIntakeKey(portal(), superAdmin.companyId, { name: 'Production' }));
});

const get = async (path: string) => (await portal().call(path, { as: superAdmin })).body;
const readUsage = async () => (await get('/company/skills/usage')) as Usage;
const findRow = async (name: string) => (await readUsage()).data.find((row) => row.name === name);
const listOptions = async () => (await get('/skills')) as SkillOption[];

/** Reports one billed run of a skill, now. */
async function report(skill: string): Promise<void> {
  const date = portal().clock.now().toISOString();
  const { status } = await portal().call('/intake/conversations', {
    body: { conversations: [{ id: randomUUID(), date, skill, status: 'Completed' }] },
    headers: { authorization: `Bearer ${intakeKey}` },
  });
  if (status !== 200) throw new Error(`the intake answered ${status}`);
}

async function authorise(skill: string): Promise<unknown> {
  const { body } = await portal().call('/authorize', {
    body: { requestId: randomUUID(), skill },
    headers: { authorization: `Bearer ${intakeKey}` },
  });
  return body;
}

async function searchLogs(skillId: string): Promise<ListedConversation[]> {
  const { body } = await portal().call('/analytics/logs', { as: superAdmin, body: { skills: [skillId] } });
  return (body as { payloads: ListedConversation[] }).payloads;
}

test('a deleted skill keeps its name in logs, usage and filters, and what is reported of it its price', async () => {
  const name = 'Short-lived';
  const skill = await calls.make(provider, { name, price: 0.25 }, superAdmin.companyId);
  await report(name);
  await report(name);
  expect((await calls.remove(superAdmin, skill.id)).status).toBe(204);
  expect(await searchLogs(skill.id)).toMatchObject([{ skill: name }, { skill: name }]);
  expect(await findRow(name)).toMatchObject({ _id: skill.id, requests: 2, total: 0.5 });
  expect(await listOptions()).toContainEqual({ _id: skill.id, id: skill.id, name, isMapped: true });
  await report(name);
  expect(await searchLogs(skill.id)).toHaveLength(3);
  expect(await findRow(name)).toMatchObject({ _id: skill.id, requests: 3, total: 0.75, price: 0.25 });
  expect(await portal().call(`/analytics/skills/${skill.id}`, { as: superAdmin })).toMatchObject({ status: 404 });
});

test('a skill that was renamed is called by its new name everywhere, and by its last one once it is deleted', async () => {
  const skill = await calls.make(superAdmin, { name: 'Before' });
  await report('Before');
  await calls.save(superAdmin, skill.id, skillForm({ name: 'After' }));
  await report('Before');
  await calls.remove(superAdmin, skill.id);
  expect(await searchLogs(skill.id)).toMatchObject([{ skill: 'After' }, { skill: 'After' }]);
  expect(await findRow('After')).toMatchObject({ _id: skill.id, requests: 2 });
  expect(await findRow('Before')).toBeUndefined();
});

test('the limit of a deleted skill still holds, is shown while there are runs, and can be taken away', async () => {
  const name = 'Limited';
  const skill = await calls.make(provider, { name, price: 1, limit: 2, workflowApproval: false }, superAdmin.companyId);
  await report(name);
  await calls.remove(superAdmin, skill.id);
  expect(await findRow(name)).toMatchObject({ limit: 2 });
  expect(await authorise(name)).toMatchObject({ decision: 'warn' });
  expect(await authorise(name)).toMatchObject({ decision: 'deny' });
  const path = `/company/skills/${skill.id}/limit`;
  expect((await portal().call(path, { as: superAdmin, method: 'PUT', body: { limit: null } })).status).toBe(200);
  expect(await authorise(name)).toMatchObject({ decision: 'allow' });
  expect(await findRow(name)).toMatchObject({ limit: null });
});

test('the limit of a deleted skill without runs shows nowhere', async () => {
  const skill = await calls.make(superAdmin, { name: 'Never used', limit: 5 });
  expect(await findRow('Never used')).toMatchObject({ limit: 5, requests: 0 });
  await calls.remove(superAdmin, skill.id);
  expect(await findRow('Never used')).toBeUndefined();
});

test('a name that is first reported after the deletion belongs to no skill and costs nothing', async () => {
  const skill = await calls.make(provider, { name: 'Never reported', price: 3 }, superAdmin.companyId);
  await calls.remove(superAdmin, skill.id);
  await report('Never reported');
  expect(await findRow('Never reported')).toMatchObject({ total: 0, requests: 1 });
  expect((await listOptions()).find(({ name }) => name === 'Never reported')).toMatchObject({ isMapped: false });
});

test('a new skill takes over no past: what was reported under its name stays unmapped', async () => {
  await report('Older than the skill');
  const skill = await calls.make(provider, { name: 'Older than the skill', price: 4 }, superAdmin.companyId);
  await report('older than the skill');
  const options = (await listOptions()).filter(({ name }) => name === 'Older than the skill');
  expect(options.map(({ isMapped }) => isMapped)).toEqual([true, false]);
  expect(await searchLogs(skill.id)).toEqual([]);
  expect(await findRow('Older than the skill')).toMatchObject({ total: 0, requests: 2 });
});

test('an invoice keeps the line of a skill that was deleted since', async () => {
  const skill = await calls.make(superAdmin, { name: 'Billed once' });
  const rows = await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `with invoice as (insert into invoices (invoice_id, issue_date, due_date, total_ten_thousandths)
          values ('I-1', '2026-11-01', '2026-11-15', 10000) returning id)
        insert into invoice_lines (invoice_id, position, description, skill_id, requests, price_ten_thousandths,
          total_ten_thousandths)
        select id, 0, 'Billed once', $1, 1, 10000, 10000 from invoice returning invoice_id as id`,
      [skill.id],
    ),
  );
  await calls.remove(superAdmin, skill.id);
  const invoice = (await get(`/company/billing/${rows[0]?.id}`)) as InvoiceDetails;
  expect(invoice.lines).toMatchObject([{ description: 'Billed once', total: 1 }]);
});
