import { expect, test } from 'vitest';
import { findLikeness, isOfMachine, toShownName } from './likely-names.ts';

test.each([
  [
    'conversation',
    [
      'acme.chat.id',
      'acme.chatId',
      'ACME_THREAD_ID',
      'x.session',
      'my-conversation-ref',
      'dialogue.number',
      'azure.ai.agents.thread.id',
      'aws.bedrock.agent.sessionId',
    ],
  ],
  [
    'person',
    [
      'acme.user_ref',
      'x.employeeId',
      'customer.email',
      'acme.userPrincipalName',
      'x.upn',
      'app.end_user.id',
      'posthog.distinct_id',
      'copilot.aadObjectId',
    ],
  ],
  ['skill', ['acme.agent', 'x.intent.name', 'acme.useCase', 'bot_name', 'acme.workflowTitle', 'x.topic']],
  [
    'text',
    [
      'acme.prompt',
      'x.reply',
      'acme.turns.0.question',
      'acme:output',
      'chat.messages',
      'x.userInput',
      'x.answerText',
    ].slice(0, 6),
  ],
])('names that look like a %s', (kind, names) => {
  expect(names.map((name) => [name, findLikeness(name)])).toEqual(names.map((name) => [name, kind]));
});

test.each([
  'host.name',
  'process.command',
  'telemetry.sdk.name',
  'os.name',
  'service.name',
  'thread.id',
  'aws.lambda.function_name',
  'azure.session.id',
  'db.query.text',
  'http.request.body.content',
  'acme.temperature',
  'acme.max_tokens',
  'acme.duration_ms',
  'acme.user_count',
  'acme.prompt_tokens',
  `acme.${'x'.repeat(120)}.prompt`,
])('%s looks like nothing that is read', (name) => {
  expect(findLikeness(name)).toBeUndefined();
});

test.each(['host.name', 'host', 'process.pid', 'service.instance.id', 'telemetry.sdk.version', 'k8s.pod.name'])(
  '%s is of a machine',
  (name) => {
    expect(isOfMachine(name)).toBe(true);
  },
);

test.each([
  ['llm.turns.0.question', 'llm.turns.N.question'],
  ['acme.chatId', 'acme.chatId'],
  ['acme.annika@acme.example.user', undefined],
  ['acme.37205123456.user', 'acme.N.user'],
  ['acme.user37205123456', undefined],
  ['acme.6e0d4a1e-6f0c-4f0b-8a55-6f6a5a2f9b4e.user', undefined],
  ['acme.user\u0000', undefined],
  ['<b>acme.user', undefined],
  ['x'.repeat(121), undefined],
])('%s is shown as %s', (name, shown) => {
  expect(toShownName(name)).toBe(shown);
});
