import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { tooLongMessage } from '#contract/fields.ts';
import { limitMessage } from '#features/money/contract/limits.ts';
import { incompleteSkillMessage, maxCommands, maxScreenshots } from '#features/skills/contract/skill-values.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { skillForm, useSkillCalls } from './testing/skill-calls.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

describe('a new skill', () => {
  test('is answered, read and listed whole, as it was typed', async () => {
    const form = skillForm({ name: '  Leave & “more”  ', description: ' first line\nsecond line ', limit: 12.5 });
    const { status, body } = await calls.create(superAdmin, form);
    const { _id: id } = body as Skill;
    const life = { state: 'available', requiresApproval: true };
    const expected = { ...form, _id: id, id, price: 0, isProvided: false, canEdit: true, ...life, version: 1 };
    expect({ status, body }).toEqual({ status: 201, body: expected });
    expect((await calls.read(superAdmin, id)).body).toEqual(expected);
    expect((await calls.listStore(superAdmin)).find((skill) => skill.id === id)).toEqual(expected);
    expect(await calls.listAudit(superAdmin, id)).toMatchObject([
      { action: 'skills.create', entity: 'skill', entityLabel: form.name, before: null, after: { price: 0 } },
      { action: 'limits.update', entity: 'skillLimit', after: { limit: 12.5 } },
    ]);
  });

  test('may leave out screenshots, approval and limit, and loses commands that are blank', async () => {
    const form = { conversationInfo: ['', 'Hi', ' \u3000'], screenShots: undefined, workflowApproval: undefined };
    expect((await calls.create(superAdmin, skillForm(form))).body).toMatchObject({
      screenShots: [],
      workflowApproval: false,
      limit: null,
      conversationInfo: ['Hi'],
    });
  });

  test('keeps every text literally, also what looks like a script or breaks lists', async () => {
    const hostile = `<script>alert(1)</script>"'\\{},NULL\n\t'; drop table skills;-- {{x}} \${y} \u202E`;
    const texts = {
      name: hostile,
      description: hostile,
      skillResult: hostile,
      conversationInfo: [hostile, 'NULL', '{}'],
    };
    const skill = await calls.make(superAdmin, texts);
    expect((await calls.read(superAdmin, skill.id)).body).toMatchObject(texts);
  });

  test('has its name in composed letters, so that equal names are equal', async () => {
    expect((await calls.make(superAdmin, { name: 'Fe\u0301rias' })).name).toBe('F\u00E9rias');
  });

  test('stands in the store by its name, whatever its case', async () => {
    const { superAdmin: as } = await portal().makeCompany();
    for (const name of ['beta', 'Alpha', 'gamma']) await calls.make(as, { name });
    const own = (await calls.listStore(as)).filter(({ isProvided }) => !isProvided);
    expect(own.map(({ name }) => name)).toEqual(['Alpha', 'beta', 'gamma']);
  });

  test('is one, however often one idempotency key is sent at once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const form = skillForm({ name: `Once ${randomUUID()}`, limit: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => calls.create(superAdmin, form, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await calls.listStore(superAdmin)).filter(({ name }) => name === form.name)).toHaveLength(1);
    const other = await calls.create(superAdmin, { ...form, name: 'Another' }, headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'request.key-reused' } });
  });
});

describe('a form', () => {
  test.each(['name', 'description', 'area', 'serviceProvider', 'domainKnowledge', 'skillResult', 'conversationInfo'])(
    'without %s is refused in the specified words',
    async (path) => {
      for (const value of [undefined, null, '', ' \u00A0\u200B\u3000']) {
        const wrong = path === 'conversationInfo' && typeof value === 'string' ? [value] : value;
        const { status, body } = await calls.create(superAdmin, skillForm({ [path]: wrong }));
        expect({ value, status, body }).toMatchObject({
          status: 422,
          body: { code: 'request.invalid', fields: [{ path, message: incompleteSkillMessage }] },
        });
      }
    },
  );

  test.each([
    [{ name: 'x'.repeat(201) }, 'name', tooLongMessage(200)],
    [{ description: 'x'.repeat(5001) }, 'description', tooLongMessage(5000)],
    [{ conversationInfo: ['x'.repeat(301)] }, 'conversationInfo.0', tooLongMessage(300)],
    [
      { conversationInfo: Array(51).fill('x') },
      'conversationInfo',
      `A skill can have at most ${maxCommands} commands.`,
    ],
    [
      { screenShots: Array(21).fill('https://a.example/b.png') },
      'screenShots',
      `A skill can have at most ${maxScreenshots} screenshots.`,
    ],
    [{ conversationInfo: ['Hi', ' ', 'hi', '\tHi '] }, 'conversationInfo.3', 'This command is already in the list.'],
    [
      { screenShots: ['https://a.example/1', 'https://a.example/2', 'https://a.example/1'] },
      'screenShots.2',
      'This screenshot is already in the list.',
    ],
    [{ area: 'HR' }, 'area', incompleteSkillMessage],
    [{ domainKnowledge: 'CRM' }, 'domainKnowledge', incompleteSkillMessage],
    [{ serviceProvider: 'IBM' }, 'serviceProvider', 'The service provider must be one of SAP, Steward.'],
    [{ serviceProvider: 'provider' }, 'serviceProvider', 'The service provider must be one of SAP, Steward.'],
    [{ serviceProvider: 'sap' }, 'serviceProvider', 'The service provider must be one of SAP, Steward.'],
    [{ limit: -1 }, 'limit', limitMessage],
    [{ limit: '5' }, 'limit', limitMessage],
    [{ price: 0.00001 }, 'price', 'Enter an amount in euros, e.g. 0.45.'],
    [{ price: -1 }, 'price', 'Enter an amount in euros, e.g. 0.45.'],
    [{ status: 'Active' }, 'status', 'Unknown field.'],
    [{ isProvided: true }, 'isProvided', 'Unknown field.'],
    [{ version: 1 }, 'version', 'Unknown field.'],
    [{ companyId: randomUUID() }, 'companyId', 'Unknown field.'],
    [{ deletedAt: null }, 'deletedAt', 'Unknown field.'],
  ])('with %j is refused at %s', async (values, path, message) => {
    const before = await calls.listStore(superAdmin);
    expect(await calls.create(superAdmin, skillForm(values))).toMatchObject({
      status: 422,
      body: { code: 'request.invalid', fields: [{ path, message }] },
    });
    expect(await calls.listStore(superAdmin)).toEqual(before);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example/a.png',
    'http:\\\\evil.example/a.png',
    'https:\\\\evil.example/a.png',
    'https://user@evil.example/a.png',
    'https://user:word@evil.example/a.png',
    'http://plain.example/a.png',
    'https://xn--80ak6aa92e.example/a.png',
    'https://аррӏе.example/a.png',
    'https://１２７.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://a.example/ a.png',
    '/api/files/short',
    '/api/files/../../secrets.json',
    '/api/files/AAAAAAAAAAAAAAAAAAAAAA?size=thumbnail',
    'https://',
    '',
  ])('with the screenshot %j is refused, and nothing is written', async (address) => {
    const before = await calls.listStore(superAdmin);
    const skill = await calls.make(superAdmin);
    for (const answer of [
      await calls.create(superAdmin, skillForm({ screenShots: ['https://a.example/b.png', address] })),
      await calls.save(superAdmin, skill.id, skillForm({ screenShots: ['https://a.example/b.png', address] })),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'screenShots.1' }] } });
    }
    expect((await calls.read(superAdmin, skill.id)).body).toEqual(skill);
    await calls.remove(superAdmin, skill.id);
    expect(await calls.listStore(superAdmin)).toEqual(before);
  });
});
