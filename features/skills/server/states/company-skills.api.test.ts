import { beforeAll, expect, test } from 'vitest';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { SkillStepAnswer } from '#features/skills/contract/skill-steps.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { waitForMail } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { useSkillCalls } from '../testing/skill-calls.ts';
import { skillSettings as settings, useStateCalls } from '../testing/state-calls.ts';

const portal = useTestPortal();
const skills = useSkillCalls(portal);
const { configure, command, makeCustomer } = useStateCalls(portal);
let operator: TestUser;
let plain: Skill;

beforeAll(async () => {
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
  plain = await skills.make(operator, { name: 'Stock check', workflowApproval: false, price: 2 });
});

test('the backend system is a fitting integration of the company, and the assistant learns of it while it is active', async () => {
  const { id, superAdmin: as, ask } = await makeCustomer();
  const makeIntegration = async (companyId: string, provider: string, category: string) => {
    const [row] = await portal().database.inCompany(companyId, (tx) =>
      runSql<{ id: string }>(
        tx,
        `insert into integrations (unique_id, name, provider, service, service_name, category, password)
          values (gen_random_uuid()::text, 'n', $1, 's', 's', $2, 'p') returning id`,
        [provider, category],
      ),
    );
    return row?.id ?? '';
  };
  const sap = await makeIntegration(id, 'SAP', 'ERP');
  const oracle = await makeIntegration(id, 'Oracle', 'ERP');
  const foreign = await makeIntegration((await makeCustomer()).id, 'SAP', 'ERP');
  for (const integrationId of [oracle, foreign]) {
    expect(await configure(as, plain._id, { ...settings, integrationId })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'integrationId' }] },
    });
  }
  expect(await configure(as, plain._id, { ...settings, integrationId: sap })).toMatchObject({
    status: 200,
    body: { integrationId: sap, state: 'active', version: 2 },
  });
  const run = (text: string) => portal().database.inCompany(id, (tx) => runSql(tx, text, [sap]));
  expect((await ask('Stock check', '1')).integration).toBe(sap);
  await run('update integrations set status = false where id = $1');
  expect((await ask('Stock check', '2')).integration).toBeUndefined();
  await run('delete from integrations where id = $1');
  expect((await configure(as, plain._id)).body).toMatchObject({ integrationId: null });
});

test('a company may ask for approval where the maker does not', async () => {
  const { superAdmin: as } = await makeCustomer();
  await command(as, plain._id, { command: 'uninstall' });
  expect(await configure(as, plain._id, { ...settings, approvalWorkflow: true })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reviewerEmail' }] },
  });
  const form = { ...settings, approvalWorkflow: true, reviewerEmail: 'Wish@Review.example' };
  expect((await configure(as, plain._id, form)).body).toMatchObject({
    requiresApproval: true,
    isApprovalFixed: false,
    reviewerEmail: 'wish@review.example',
  });
  // What was read before the change is not saved over it.
  expect(await configure(as, plain._id, { ...form, notifyUser: true, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'record.stale', current: { approvalWorkflow: true, version: 3 } },
  });
  expect((await command(as, plain._id, { command: 'activate' })).status).toBe(409);
  expect((await command(as, plain._id, { command: 'request' })).body).toMatchObject({ state: 'requested' });
  await waitForMail(portal(), 'wish@review.example', /approval/);
});

test('the transport file is kept by its maker, downloaded as an attachment, and confirmed before the activation', async () => {
  const { superAdmin: as } = await makeCustomer();
  await command(as, plain._id, { command: 'deactivate' });
  const upload = (by: TestUser, body: Uint8Array, name = 'K900042 – päringud.ZIP') =>
    portal().call(`/skills/store/${plain._id}/transport?name=${encodeURIComponent(name)}`, {
      as: by,
      method: 'PUT',
      body,
    });
  const download = (by: TestUser) => portal().call(`/skills/store/${plain._id}/transport`, { as: by });
  const bytes = Buffer.from('<script>alert(1)</script>');
  expect((await download(as)).status).toBe(404);
  expect((await upload(as, bytes)).status).toBe(403);
  expect((await upload(operator, new Uint8Array())).status).toBe(422);
  for (const name of ['', '../x', 'a\nb', 'x'.repeat(201)])
    expect((await upload(operator, bytes, name)).status).toBe(422);
  expect(await upload(operator, bytes)).toMatchObject({
    status: 200,
    body: { name: 'K900042 – päringud.ZIP', size: bytes.length },
  });
  const { status, headers } = await download(as);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="K900042 _ paringud.ZIP"/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(await command(as, plain._id, { command: 'activate' })).toMatchObject({
    status: 409,
    body: { code: 'skills.transport-not-installed' },
  });
  await configure(as, plain._id, { ...settings, isTransportInstalled: true });
  expect((await command(as, plain._id, { command: 'activate' })).status).toBe(200);
  // A newer file is to be confirmed again, and stops nothing that is active.
  await upload(operator, Buffer.from('newer'));
  expect((await configure(as, plain._id)).body).toMatchObject({ state: 'active', isTransportInstalled: false });
  expect((await portal().call(`/skills/store/${plain._id}/transport`, { as: operator, method: 'DELETE' })).status).toBe(
    204,
  );
  expect((await configure(as, plain._id)).body).toMatchObject({ transport: null, canEditTransport: false });
  expect((await configure(as, plain._id, { ...settings, isTransportInstalled: true })).status).toBe(422);
});

test('several skills are deactivated and activated at once, and each that cannot be says why', async () => {
  const { superAdmin: as } = await makeCustomer();
  const reviewed = await skills.make(operator, { name: 'Payslip', workflowApproval: true });
  const own = await skills.make(as, { workflowApproval: false });
  const stateOf = async (id: string) => ((await configure(as, id)).body as CompanySkill).state;
  const changeAll = (step: string, ids: readonly string[], by = as) =>
    portal().call('/skills/states', { as: by, body: { skills: ids, command: step } });
  const stranger = await skills.make((await makeCustomer()).superAdmin, {});
  const resultsOf = async (step: string, ids: readonly string[]) => {
    const { status, body } = await changeAll(step, ids);
    expect(status).toBe(200);
    return (body as SkillStepAnswer).results.map(({ result }) => result);
  };
  const ids = [plain._id, own._id, reviewed._id, stranger._id];
  expect(await resultsOf('deactivate', ids)).toEqual(['done', 'done', 'impossible', 'gone']);
  expect([await stateOf(plain._id), await stateOf(own._id)]).toEqual(['inactive', 'inactive']);
  const file = { as, method: 'PUT', body: new Blob(['a transport']) };
  expect((await portal().call(`/skills/store/${own._id}/transport?name=K1.ZIP`, file)).status).toBe(200);
  expect(await resultsOf('activate', ids)).toEqual(['done', 'not-installed', 'impossible', 'gone']);
  expect(await skills.listAudit(as, plain._id)).toMatchObject([
    { action: 'skills.activate', after: { state: 'active' } },
    { action: 'skills.deactivate', after: { state: 'inactive' } },
  ]);
  expect((await changeAll('uninstall', ids)).status).toBe(422);
  expect((await changeAll('activate', [])).status).toBe(422);
  const user = await portal().makeUser(as.companyId);
  expect((await changeAll('activate', ids, user)).status).toBe(403);
});
