import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { ReportedSkill } from '#features/people/contract/reported-names.ts';
import type { SkillOption } from '#features/skills/contract/skills.ts';
import { resolveReportedSkills } from '#domain/ledger/reported-skills.ts';
import { toSkillKey } from '#server/lib/reported-names.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let provider: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
});

async function run<Row>(companyId: string, text: string, values: unknown[]): Promise<Row[]> {
  const rows = await portal().database.inCompany(companyId, (tx) => runSql(tx, text, values));
  return rows as Row[];
}

async function makeSkill(name: string, { companyId, isDeleted = false } = { companyId: superAdmin.companyId }) {
  const rows = await run<{ id: string }>(
    companyId,
    `insert into skills (name, service_provider, deleted_at)
      values ($1, 'SAP', case when $2::boolean then now() end) returning id`,
    [name, isDeleted],
  );
  return rows[0]?.id ?? '';
}

/** A reported skill with a number of conversations. */
async function report(name: string, conversations = 0, { companyId } = superAdmin) {
  const [made] = await run<{ id: string; number: number }>(
    companyId,
    'insert into reported_skills (name, name_key) values ($1, lower($1)) returning id, number',
    [name],
  );
  for (const month of conversations === 0 ? [] : ['2026-09-01', '2026-10-01']) {
    await run(
      companyId,
      `insert into skill_monthly_stats (month, skill_number, status, technical, conversations) values ($1, $2, 1, false, $3)`,
      [month, made?.number, conversations / 2],
    );
  }
  return made?.id ?? '';
}

const listReported = async (as = superAdmin) => (await portal().call('/intake/skills', { as })).body as ReportedSkill[];
const map = (id: string, skillId: string | null, as = superAdmin) =>
  portal().call(`/intake/skills/${id}`, { as, method: 'PUT', body: { skillId } });
const listOptions = async (as: TestUser) => (await portal().call('/skills', { as })).body as SkillOption[];

test('lists reported skills with their conversations, unmapped and frequent ones first', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  await report('Quiet', 0, as);
  await report('Busy', 40, as);
  const mapped = await report('Mapped', 60, as);
  const skillId = await makeSkill('Leave requests', { companyId: as.companyId, isDeleted: false });
  expect(await map(mapped, skillId, as)).toMatchObject({
    status: 200,
    body: { id: mapped, name: 'Mapped', skillId, skillName: 'Leave requests', conversations: 60 },
  });
  expect((await listReported(as)).map(({ name, conversations }) => [name, conversations])).toEqual([
    ['Busy', 40],
    ['Quiet', 0],
    ['Mapped', 60],
  ]);
});

test('maps a reported skill to skills of the company and the provider, and to none again', async () => {
  const id = await report('Invoices');
  for (const skillId of [
    await makeSkill('Invoice status'),
    await makeSkill('Provided', { companyId: provider.companyId, isDeleted: false }),
    null,
  ]) {
    expect(await map(id, skillId)).toMatchObject({ status: 200, body: { skillId } });
  }
  const { body } = await portal().call(`/audit?entity=reportedSkill&entityId=${id}`, { as: superAdmin });
  expect((body as { entries: object[] }).entries).toMatchObject([
    { action: 'reportedSkills.map', entityLabel: 'Invoices', after: { skillId: null, skillName: null } },
    { after: { skillName: 'Provided' } },
    { before: { skillId: null, skillName: null }, after: { skillName: 'Invoice status' } },
  ]);
});

test('only the provider takes a name off its price, to no skill, an own one or a cheaper one', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const own = await makeSkill('Own', { companyId: as.companyId, isDeleted: false });
  const ofProvider = { companyId: provider.companyId, isDeleted: false };
  const [free, priced, agreed] = [
    await makeSkill('Free', ofProvider),
    await makeSkill('Priced', ofProvider),
    await makeSkill('Agreed', ofProvider),
  ];
  await run(provider.companyId, 'update skills set price_ten_thousandths = 5000 where id = $1', [priced]);
  await run(as.companyId, 'insert into skill_prices (skill_id, price_ten_thousandths) values ($1, 1)', [agreed]);
  for (const skillId of [priced, agreed]) {
    const id = await report(`Name of ${skillId}`, 0, as);
    expect(await map(id, skillId, as)).toMatchObject({ status: 200, body: { isPriced: true, canMap: false } });
    for (const other of [null, own, free]) {
      expect(await map(id, other, as)).toMatchObject({ status: 403, body: { code: 'intake.skill-priced' } });
    }
    expect((await map(id, skillId, as)).status).toBe(200);
    await run(provider.companyId, 'update skills set deleted_at = now() where id = $1', [skillId]);
    expect((await map(id, null, as)).status).toBe(403);
    expect((await listReported(as)).find((each) => each.id === id)).toMatchObject({ skillId, canMap: false });
    const inside = { as: provider, headers: { 'x-company': as.companyId }, method: 'PUT', body: { skillId: null } };
    expect(await portal().call(`/intake/skills/${id}`, inside)).toMatchObject({
      status: 200,
      body: { skillId: null, isPriced: false, canMap: true },
    });
  }
  await run(provider.companyId, 'update skills set deleted_at = now() where id = $1', [free]);
});

test('a name is first mapped to a priced skill, before a free own one of the same name', async () => {
  const { superAdmin: as } = await portal().makeCompany();
  const ofProvider = { companyId: provider.companyId, isDeleted: false };
  const priced = await makeSkill('Travel request', ofProvider);
  await run(provider.companyId, 'update skills set price_ten_thousandths = 5000 where id = $1', [priced]);
  const free = await makeSkill('Free of charge', ofProvider);
  await makeSkill('Travel request', { companyId: as.companyId, isDeleted: false });
  const own = await makeSkill('Free of charge', { companyId: as.companyId, isDeleted: false });
  await portal().database.inCompany(as.companyId, (tx) =>
    resolveReportedSkills(
      tx,
      ['Travel request', 'Free of charge'].map((name) => ({ name, key: toSkillKey(name) })),
      portal().clock.now(),
    ),
  );
  const mapped = (await listReported(as)).map(({ name, skillId, isPriced }) => [name, skillId, isPriced]);
  expect(mapped.toSorted()).toEqual([
    ['Free of charge', own, false],
    ['Travel request', priced, true],
  ]);
  await run(provider.companyId, 'update skills set deleted_at = now() where id = any($1)', [[free, priced]]);
});

test('numbers the skills of each company on their own, also those of one statement', async () => {
  const number = async (companyId: string, names: readonly string[]) => {
    const text = `insert into reported_skills (name, name_key) select name, lower(name) from unnest($1::text[]) name returning number`;
    return (await run<{ number: number }>(companyId, text, [names])).map((row) => row.number);
  };
  const companies = [await portal().makeCompany(), await portal().makeCompany()];
  for (const { superAdmin: as } of companies) {
    expect(await number(as.companyId, ['First', 'Second'])).toEqual([1, 2]);
    expect(await number(as.companyId, ['Third'])).toEqual([3]);
  }
});

test('rejects a skill of another company like an unknown one', async () => {
  const { superAdmin: other } = await portal().makeCompany();
  const id = await report('Refused');
  const skills = [
    randomUUID(),
    await makeSkill('Foreign', { companyId: other.companyId, isDeleted: false }),
    await makeSkill('Deleted', { companyId: superAdmin.companyId, isDeleted: true }),
  ];
  for (const skillId of skills) {
    expect(await map(id, skillId)).toMatchObject({
      status: 422,
      body: {
        code: 'intake.skill-unknown',
        fields: [{ path: 'skillId', message: 'Unknown skill.' }],
      },
    });
  }
  expect((await map(id, null, other)).status).toBe(404);
  expect((await listReported(other)).map((skill) => skill.id)).not.toContain(id);
});

test('a reported skill keeps its mapping to a deleted skill, with its name', async () => {
  const [id, skillId] = [await report('Kept'), await makeSkill('Short-lived')];
  await map(id, skillId);
  await run(superAdmin.companyId, 'update skills set deleted_at = now() where id = $1', [skillId]);
  expect((await listReported()).find((skill) => skill.id === id)).toMatchObject({ skillId, skillName: 'Short-lived' });
  expect((await map(id, skillId)).status).toBe(200);
});

test('filters list the store’s skills and the unmapped names, for all roles', async () => {
  const company = await portal().makeCompany();
  const user = await portal().makeUser(company.id);
  const own = await makeSkill('beta', { companyId: company.id, isDeleted: false });
  await makeSkill('Gone', { companyId: company.id, isDeleted: true });
  const kept = await makeSkill('Kept', { companyId: company.id, isDeleted: false });
  await map(await report('Kept as reported', 0, user), kept, company.superAdmin);
  await run(company.id, 'update skills set deleted_at = now() where id = $1', [kept]);
  const unmapped = await report('Alpha', 0, user);
  await map(await report('Beta as reported', 0, user), own, company.superAdmin);
  await run(
    company.id,
    `insert into skill_monthly_stats (month, skill_number, status, technical) values ('2026-11-01', 0, 1, false)`,
    [],
  );
  const options = (await listOptions(user)).filter(({ name }) => name !== 'Provided');
  expect(options).toEqual([
    { id: unmapped, _id: unmapped, name: 'Alpha', isMapped: false },
    { id: own, _id: own, name: 'beta', isMapped: true },
    { id: kept, _id: kept, name: 'Kept', isMapped: true },
    { id: 'unmapped', _id: 'unmapped', name: 'No skill', isMapped: false },
  ]);
  expect((await listOptions(user)).map(({ name }) => name)).toContain('Provided');
});
