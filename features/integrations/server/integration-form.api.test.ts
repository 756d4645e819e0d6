import { beforeAll, expect, test } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createIntegrationCalls, readMessages, without } from './testing/integration-calls.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
const { add, create } = createIntegrationCalls(portal, () => superAdmin);

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const aiRequired = 'The field is required!';
test.each([
  [
    'a form without anything',
    { provider: 'IBM', service: 'assistant' },
    {
      uniqueId: 'Unique ID can not be empty!',
      name: aiRequired,
      url: aiRequired,
      username: aiRequired,
      password: aiRequired,
      workspaceId: aiRequired,
    },
  ],
  [
    'white space',
    assistantForm({ name: ' ', uniqueId: '\u200b ', username: '\t', password: '  ', workspaceId: ' ' }),
    {
      uniqueId: 'Unique ID can not be empty!',
      name: 'The field can not be empty!',
      username: 'The field can not be empty!',
      password: 'The field can not be empty!',
      workspaceId: 'The field can not be empty!',
    },
  ],
  [
    'another form without anything',
    { provider: 'SAP', service: 'erp', uniqueId: 'x' },
    {
      serviceName: 'The Service Name field is required!',
      hostname: 'The Hostname field is required!',
      port: 'The Port field is required!',
      username: 'The Username field is required!',
      password: 'The Password field is required!',
    },
  ],
  [
    'an AI service with a host in place of its region',
    {
      provider: 'Bedrock',
      service: 'bedrock',
      uniqueId: 'b',
      name: 'b',
      username: 'AKID',
      password: 'p',
      region: 'evil.example/',
    },
    { region: 'The input is not a region, e.g. eu-central-1 or europe-west4.' },
  ],
  ['a password that is no text', sapForm({ password: 12_345_678 }), { password: 'The input is not a valid Password!' }],
  [
    'a field of another service',
    assistantForm({ modelId: 'm' }),
    { modelId: 'This field does not belong to this service.' },
  ],
  [
    'a category of others',
    assistantForm({ category: 'CT' }),
    {
      category: 'This provider is not in this category.',
    },
  ],
  ['an unknown service', assistantForm({ service: 'erp' }), { service: 'Unknown service.' }],
  ['a port beyond all', sapForm({ port: 65_536 }), { port: 'The input must be a port number from 1 to 65535.' }],
  ['a client that is none', sapForm({ client: '1' }), { client: 'The client is three digits, e.g. 100.' }],
])('%s is refused field by field', async (_, body, expected) => {
  const answer = await create(body);
  expect(answer.status).toBe(422);
  expect(readMessages(answer)).toEqual(expected);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\tjavascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  'http:\\\\evil.example',
  'https://a@b.example',
  'https://user:pass@b.example',
  'https://xn--80ak6aa92e.com',
  'https://аpple.com',
  'https://１２７.0.0.1',
  'ftp://a.example',
  'https://',
  'a.example',
])('%s is no address', async (url) => {
  expect(readMessages(await create(assistantForm({ url })))).toEqual({ url: 'The input is not valid URL!' });
});

test('only WKS takes no username', async () => {
  const form = without(assistantForm({ username: '' }), 'workspaceId');
  expect((await create({ ...form, service: 'wks', modelId: 'm-1' })).status).toBe(201);
  expect(readMessages(await create({ ...form, service: 'nlc', classifierId: 'c-1' }))).toEqual({
    username: aiRequired,
  });
});

test('what no form has is refused by its name', async () => {
  for (const extra of ['tenantId', 'company_id', 'secret', 'createdAt']) {
    expect((await create(assistantForm({ [extra]: 'x' }))).status).toBe(422);
  }
});

test('scripts in every text are kept as they are', async () => {
  const script = '<img src=x onerror=alert(1)>';
  const made = await add(assistantForm({ name: script, serviceName: script, username: script, workspaceId: script }));
  expect(made).toMatchObject({ name: script, serviceName: script, username: script, workspaceId: script });
});

test.each(['nc-1\u200b', '\u202enc-1', 'nc\u00ad1', 'nc\n1', '\u0007'])(
  'the unique ID %j is refused',
  async (uniqueId) => {
    expect(readMessages(await create(sapForm({ uniqueId })))).toEqual({
      uniqueId: expect.toBeOneOf(['The Unique ID contains invalid characters.', 'Unique ID can not be empty!']),
    });
  },
);

test('values of another kind are refused in words', async () => {
  const body = assistantForm({ url: 5, name: {}, workspaceId: [] });
  expect(readMessages(await create(body))).toEqual({
    url: 'The input must be a text.',
    name: 'The input must be a text.',
    workspaceId: 'The input must be a text.',
  });
  expect(readMessages(await create(sapForm({ port: ['x'] })))).toEqual({
    port: 'The input must be a port number from 1 to 65535.',
  });
});
