import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { AttributeMapping, AttributeValue, MappedAttribute } from '#features/intake/contract/attribute-values.ts';
import { setCreatedAt } from '#server/database/testing/builders.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let provider: TestUser;
let secret: string;
let spanNumber = 0;

beforeEach(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: provider } = await portal().makeCompany({ isProvider: true }));
  await setCreatedAt(portal().database, superAdmin.companyId, '2020-01-01');
  const { body } = await portal().call('/intake/keys', { as: superAdmin, body: { name: 'An assistant' } });
  ({ secret } = body as { secret: string });
});

type Attributes = Record<string, string | number>;

const toList = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** A run of an agent in a conversation of its own. */
async function report(conversation: string, { resource = {}, own = {} }: { resource?: Attributes; own?: Attributes }) {
  spanNumber += 1;
  const id = spanNumber.toString(16);
  const at = `${portal().clock.now().getTime()}000000`;
  const span = {
    traceId: id.padStart(32, '0'),
    spanId: id.padStart(16, '0'),
    name: 'run',
    startTimeUnixNano: at,
    endTimeUnixNano: at,
    attributes: toList({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': conversation, ...own }),
  };
  const body = { resourceSpans: [{ resource: { attributes: toList(resource) }, scopeSpans: [{ spans: [span] }] }] };
  const { status } = await portal().call('/otlp/v1/traces', { headers: { authorization: `Bearer ${secret}` }, body });
  expect(status).toBe(200);
}

const add = (name: string, as = superAdmin) => portal().call('/intake/attributes', { as, body: { name } });
const list = async (as = superAdmin) => (await portal().call('/intake/attributes', { as })).body as MappedAttribute[];
const map = (
  id: string,
  mapping: Partial<AttributeMapping>,
  call: { as?: TestUser; headers?: Record<string, string> } = {},
) =>
  portal().call(`/intake/attribute-values/${id}`, {
    as: superAdmin,
    method: 'PUT',
    body: { skillId: null, userId: null, billed: null, ...mapping },
    ...call,
  });

async function findValue(value: string): Promise<AttributeValue> {
  const found = (await list()).flatMap(({ values }) => values).find((each) => each.value === value);
  if (!found) throw new Error(`no value ${value}`);
  return found;
}

async function makeSkill(name: string, price = 0): Promise<string> {
  const [made] = await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`,
      [name, price],
    ),
  );
  return made?.id ?? '';
}

interface Stored {
  readonly id: string;
  readonly skill: string | null;
  readonly user: string | null;
  readonly runs: number;
}

const readStored = (): Promise<Stored[]> =>
  portal().database.withLedger(superAdmin.companyId, (tx) =>
    runSql<Stored>(
      tx,
      `select c.external_id as id,
        (select s.name from reported_skills r join skills s on s.id = r.skill_id where r.number = c.skill_number) as skill,
        (select u.email from reported_users r join users u on u.id = r.user_id where r.number = c.user_number) as "user",
        (select count(*)::int from usage_events e where e.conversation_id = c.id) as runs
      from conversations c order by c.external_id`,
    ),
  );

describe('the values of an attribute', () => {
  test('are listed as reports have them, unmapped and late ones first', async () => {
    expect(await add('service.name')).toMatchObject({ status: 201, body: { name: 'service.name', values: [] } });
    await report('c-1', { resource: { 'service.name': 'helpdesk-bot' } });
    portal().clock.advance(61_000);
    await report('c-2', { resource: { 'service.name': 'leave-bot' } });
    await report('c-3', { own: { 'service.name': 4711 } });
    const [attribute] = await list();
    expect(new Set(attribute?.values.map(({ value }) => value))).toEqual(
      new Set(['4711', 'leave-bot', 'helpdesk-bot']),
    );
    expect(attribute?.values.at(-1)).toMatchObject({
      value: 'helpdesk-bot',
      skillId: null,
      userId: null,
      billed: null,
    });
  });

  test('that look like personal data are kept by their kind alone', async () => {
    await add('acme.person');
    await report('c-1', { own: { 'acme.person': 'annika.berg@acme.example' } });
    await report('c-2', { own: { 'acme.person': 'lukas.brandt@acme.example' } });
    const values = (await list())[0]?.values.map(({ value }) => value) ?? [];
    expect(values).toHaveLength(2);
    expect(new Set(values).size).toBe(2);
    for (const value of values) expect(value).toMatch(/^\[[^\]]+\] [0-9a-f]{6}$/);
    const rows = await portal().database.inCompany(superAdmin.companyId, (tx) =>
      runSql(tx, 'select to_jsonb(v)::text as row from attribute_values v'),
    );
    expect(JSON.stringify(rows)).not.toContain('annika');
  });

  test('are bounded: of a hundred and more the latest stay, and mapped ones', async () => {
    await add('acme.run');
    await report('first', { own: { 'acme.run': 'first' } });
    await map((await findValue('first')).id, { skillId: await makeSkill('First') });
    for (let round = 0; round < 3; round += 1) {
      portal().clock.advance(61_000);
      const body = {
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: Array.from({ length: 50 }, (_, index) => ({
                  traceId: `f${round}${String(index).padStart(2, '0')}`.padStart(32, '0'),
                  spanId: `f${round}${String(index).padStart(2, '0')}`.padStart(16, '0'),
                  startTimeUnixNano: `${portal().clock.now().getTime()}000000`,
                  endTimeUnixNano: `${portal().clock.now().getTime()}000000`,
                  attributes: toList({ 'gen_ai.operation.name': 'chat', 'acme.run': `run ${round} ${index}` }),
                })),
              },
            ],
          },
        ],
      };
      await portal().call('/otlp/v1/traces', { headers: { authorization: `Bearer ${secret}` }, body });
    }
    const values = (await list())[0]?.values ?? [];
    expect(values).toHaveLength(101);
    expect(values.at(-1)?.value).toBe('first');
    expect(values.some(({ value }) => value.startsWith('run 0'))).toBe(false);
  });

  test('of another company are not seen, and cannot be mapped', async () => {
    await add('service.name');
    await report('c-1', { resource: { 'service.name': 'helpdesk-bot' } });
    const { superAdmin: other } = await portal().makeCompany();
    expect(await list(other)).toEqual([]);
    const { id } = await findValue('helpdesk-bot');
    expect(await map(id, {}, { as: other })).toMatchObject({ status: 404, body: { code: 'record.not-found' } });
  });
});

describe('a mapped value', () => {
  test('gives its conversations skill and person from then on, before what the sender names', async () => {
    const [helpdesk, hr] = [await makeSkill('Helpdesk'), await makeSkill('HR')];
    const annika = await portal().makeUser(superAdmin.companyId, { email: 'annika@acme.example' });
    await add('service.name');
    const resource = { 'service.name': 'helpdesk-bot' };
    await report('c-1', { resource, own: { 'gen_ai.agent.name': 'agent' } });
    const { id } = await findValue('helpdesk-bot');
    expect(await map(id, { skillId: helpdesk, userId: annika.id })).toMatchObject({
      status: 200,
      body: { skillName: 'Helpdesk', userId: annika.id },
    });
    await report('c-2', { resource, own: { 'gen_ai.agent.name': 'agent', 'user.id': 'anonymous' } });
    await report('c-3', { resource: { 'service.name': 'other' }, own: { 'gen_ai.agent.name': 'agent' } });
    expect(await readStored()).toEqual([
      { id: 'c-1', skill: null, user: null, runs: 1 },
      { id: 'c-2', skill: 'Helpdesk', user: annika.email, runs: 1 },
      { id: 'c-3', skill: null, user: null, runs: 1 },
    ]);
    // Like every reported name, also for the past.
    await map(id, { skillId: hr, userId: annika.id });
    expect((await readStored()).map(({ skill }) => skill)).toEqual([null, 'HR', null]);
  });

  test('counts in the order of the attributes', async () => {
    const [first, second] = [await makeSkill('First'), await makeSkill('Second')];
    await add('acme.one');
    portal().clock.advance(1000);
    await add('acme.two');
    const own = { 'acme.one': 'a', 'acme.two': 'b' };
    await report('c-1', { own });
    await map((await findValue('b')).id, { skillId: second });
    await report('c-2', { own });
    await map((await findValue('a')).id, { skillId: first });
    await report('c-3', { own });
    expect((await readStored()).map(({ skill }) => skill)).toEqual([null, 'Second', 'First']);
  });

  test('takes no run off its price: the sender’s priced name counts first', async () => {
    const free = await makeSkill('Free');
    await makeSkill('Leave', 12_500);
    await add('service.name');
    const resource = { 'service.name': 'helpdesk-bot' };
    await report('c-0', { resource });
    await map((await findValue('helpdesk-bot')).id, { skillId: free });
    await report('c-1', { resource, own: { 'gen_ai.agent.name': 'leave' } });
    await report('c-2', { resource, own: { 'gen_ai.agent.name': 'agent' } });
    expect((await readStored()).map(({ skill }) => skill)).toEqual([null, 'Leave', 'Free']);
  });

  test('is unbilled, and taken off a price, by the provider alone', async () => {
    const [free, leave] = [await makeSkill('Free'), await makeSkill('Leave', 12_500)];
    await add('service.name');
    const resource = { 'service.name': 'test-bot' };
    await report('c-1', { resource, own: { 'gen_ai.agent.name': 'agent' } });
    const { id } = await findValue('test-bot');
    const refused = { status: 403, body: { code: 'intake.skill-priced' } };
    expect(await map(id, { billed: false })).toMatchObject(refused);
    expect(await map(id, { skillId: leave })).toMatchObject({ status: 200, body: { canMap: false } });
    expect(await map(id, { skillId: free })).toMatchObject(refused);
    const [attribute] = await list();
    const remove = () => portal().call(`/intake/attributes/${attribute?.id}`, { as: superAdmin, method: 'DELETE' });
    expect(await remove()).toMatchObject(refused);
    const asProvider = { as: provider, headers: { 'x-company': superAdmin.companyId } };
    expect(await map(id, { skillId: leave, billed: false }, asProvider)).toMatchObject({ body: { billed: false } });
    await report('c-2', { resource, own: { 'gen_ai.agent.name': 'agent' } });
    expect((await readStored()).map(({ runs }) => runs)).toEqual([1, 0]);
  });

  test('an unknown skill and user are refused', async () => {
    await add('service.name');
    await report('c-1', { resource: { 'service.name': 'bot' } });
    const { id } = await findValue('bot');
    const unknown = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33';
    expect(await map(id, { skillId: unknown })).toMatchObject({ status: 422, body: { code: 'intake.skill-unknown' } });
    expect(await map(id, { userId: unknown })).toMatchObject({ status: 422, body: { code: 'intake.user-unknown' } });
  });

  test('a dry run shows what it becomes', async () => {
    const helpdesk = await makeSkill('Helpdesk');
    await add('service.name');
    await report('c-1', { resource: { 'service.name': 'bot' } });
    await map((await findValue('bot')).id, { skillId: helpdesk });
    const span = {
      traceId: 'a'.repeat(32),
      spanId: 'a'.repeat(16),
      startTimeUnixNano: `${portal().clock.now().getTime()}000000`,
      endTimeUnixNano: `${portal().clock.now().getTime()}000000`,
      attributes: toList({ 'gen_ai.operation.name': 'invoke_agent' }),
    };
    const payload = {
      resourceSpans: [{ resource: { attributes: toList({ 'service.name': 'bot' }) }, scopeSpans: [{ spans: [span] }] }],
    };
    const { body } = await portal().call('/intake/dry-runs', { as: superAdmin, body: JSON.stringify(payload) });
    expect(body).toMatchObject({ conversations: [{ skill: { name: 'service.name=bot', skillName: 'Helpdesk' } }] });
  });
});

describe('the attributes of a company', () => {
  test('are ten at most, each once, and audited', async () => {
    expect((await add('service.name')).status).toBe(201);
    expect(await add('service.name')).toMatchObject({ status: 409, body: { code: 'intake.attribute-known' } });
    for (const name of ['', 'with space', 'x'.repeat(101)]) {
      expect(await add(name)).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    }
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => (await add(`a.${index}`)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    const id = (await list()).find(({ name }) => name === 'service.name')?.id;
    const removed = await portal().call(`/intake/attributes/${id}`, {
      as: superAdmin,
      method: 'DELETE',
    });
    expect(removed.status).toBe(204);
    expect((await list()).map(({ name }) => name)).not.toContain('service.name');
    const { body } = await portal().call('/audit?entity=mappedAttribute', { as: superAdmin });
    expect((body as { entries: AuditEntry[] }).entries[0]).toMatchObject({
      action: 'mappedAttributes.delete',
      entityLabel: 'service.name',
    });
  });
});
