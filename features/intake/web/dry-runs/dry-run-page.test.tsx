import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { DryConversation, DryRun } from '#features/intake/contract/dry-runs.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';
import { mockApi, MockedProblem, type MockedEndpoints } from '#web/api/testing/mock-api.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { DryRunPage } from './dry-run-page.tsx';

const conversation: DryConversation = {
  id: 'c-1',
  isGrouped: true,
  isKnown: true,
  isWaiting: false,
  date: '2026-11-02T08:00:00.000Z',
  status: 'Completed',
  apiCalls: 2,
  skill: { name: 'leave_v2', skillName: null, isNew: true },
  user: { name: 'aad-7', ids: ['aad-7'], userName: 'Annika Berg', isNew: false },
  messages: [
    {
      date: '2026-11-02T08:00:00.000Z',
      isAssistant: false,
      author: '',
      isHidden: false,
      data: [{ type: 'text', value: 'Hi' }],
    },
    {
      date: '2026-11-02T08:00:01.000Z',
      isAssistant: true,
      author: 'Helper',
      isHidden: true,
      data: [{ type: 'filePicker', fileKey: 'k' }],
    },
  ],
  totalMessages: 3,
  turns: [
    {
      date: '2026-11-02T08:00:01.000Z',
      model: 'gpt-5',
      durationMs: 2400,
      inputTokens: 12,
      tools: [{ name: 'get_balance', error: 'No access' }],
    },
  ],
  ratings: [],
  durationMs: 2400,
  inputTokens: 12,
  models: ['gpt-5'],
  reportedCosts: [{ amount: '0.5', currency: 'USD' }],
  runs: [
    { id: 'r', date: '2026-11-02T08:00:00.000Z', skill: 'leave_v2', skillName: 'Leave', result: 'billed', price: 1.25 },
  ],
};

const outcome: DryRun = {
  format: { kind: 'traces', encoding: 'protobuf', isCompressed: true, bytes: 12_345 },
  accepted: 7,
  rejected: 2,
  rejections: [
    { name: 'conversations[1] x', reasons: ['id: Missing: must be text.', 'date: Dates must be ISO 8601.'] },
  ],
  warnings: ['only the first 256 attributes are read'],
  conversations: [conversation],
  totalConversations: 1,
  dropped: [
    { kind: 'attribute', name: 'session.id', reason: 'outranked', by: 'gen_ai.conversation.id', count: 3 },
    { kind: 'span', name: 'GET /', reason: 'no-assistant', count: 1 },
  ],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(create: NonNullable<MockedEndpoints['dryRuns']>['create']) {
  const api = mockApi({
    session: { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) },
    dryRuns: { create },
  });
  renderPage(DryRunPage, '/integrations/intake/dry-run');
  await screen.findByRole('heading', { level: 1, name: 'Test a payload' });
  return { api, person: userEvent.setup() };
}

const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a pasted payload is shown as its conversations, with what is left out and rejected', async () => {
  const { api, person } = await open(outcome);
  expect(press('Try').disabled).toBe(true);
  await person.click(screen.getByLabelText('Payload'));
  await person.paste('{"resourceSpans":[]}');
  await person.selectOptions(screen.getByLabelText('Format'), 'OpenTelemetry traces');
  await person.click(press('Try'));
  await screen.findByRole('heading', { name: '7 spans accepted, 2 rejected: 1 conversation.' });
  expect(api.getCalls('dryRuns.create')[0]?.query).toEqual({ kind: 'traces' });
  screen.getByText('OpenTelemetry traces, protobuf, gzip, 12.3 kB');
  const shown = within(screen.getByRole('region', { name: 'Conversation c-1' }));
  for (const text of [
    'Completed',
    'gpt-5',
    '12 in, 0 out',
    '0.5 USD',
    '[filePicker]',
    '1 more messages are not shown.',
  ]) {
    shown.getByText(text);
  }
  const turn = within(shown.getByRole('group', { name: 'What the assistant did' }));
  turn.getByText(/^gpt-5 · /);
  turn.getByText('get_balance');
  turn.getByText('No access');
  shown.getByText(/stored already: it would be updated/);
  shown.getByText('is mapped to Annika Berg');
  shown.getByText(/is not mapped \(reported for the first time\)/);
  shown.getByText(/: Billed at €1.25/);
  const [, first] = within(screen.getByRole('table')).getAllByRole('row');
  expect(first?.textContent).toBe('Attributesession.idgen_ai.conversation.id counts instead3');
  screen.getByText('conversations[1] x');
  for (const reason of ['id: Missing: must be text.', 'date: Dates must be ISO 8601.']) {
    expect(screen.getByText(reason).tagName).toBe('LI');
  }
  screen.getByText('1 more');
});

test('a payload of which nothing is accepted says so plainly', async () => {
  const format = { kind: 'conversations', encoding: 'json', isCompressed: false, bytes: 20 } as const;
  const { person } = await open({
    ...outcome,
    format,
    accepted: 0,
    rejected: 1,
    conversations: [],
    totalConversations: 0,
  });
  await person.click(screen.getByLabelText('Payload'));
  await person.paste('{"messages":[{}]}');
  await person.click(press('Try'));
  await screen.findByRole('heading', { name: '1 item rejected. No conversation would be created.' });
});

test('a file is sent as it is, and can be removed again', async () => {
  const { api, person } = await open(outcome);
  await person.upload(screen.getByLabelText('Payload file'), new File([new Uint8Array([0x1f, 0x8b])], 'export.pb.gz'));
  await screen.findByText('export.pb.gz');
  await person.click(press('Try'));
  await screen.findByRole('region', { name: 'Conversation c-1' });
  expect(api.getCalls('dryRuns.create')).toHaveLength(1);
  await person.click(press('Remove file'));
  screen.getByLabelText('Payload');
});

test('a payload that cannot be read says why', async () => {
  const { person } = await open(
    new MockedProblem('request.invalid', { fields: [{ path: 'messages', message: 'Must be a list.' }] }),
  );
  await person.click(screen.getByLabelText('Payload'));
  await person.paste('{"messages":1}');
  await person.click(press('Try'));
  await screen.findByText(/messages Must be a list\./);
});
