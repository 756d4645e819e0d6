import { DiagLogLevel, diag } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withOwner } from '#server/database/copy/owner-connection.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { sendSpans, toJsonSpan } from './testing/json-export.ts';
import { agentRun } from './testing/loaded-facts.ts';
import { openSdk, toMessages, type SdkOptions } from './testing/otel-sdk.ts';
import { openRefusingProxy } from './testing/refusing-proxy.ts';
import { makeSender, readStored } from './testing/stored.ts';

const portal = useTestPortal();
let companyId: string;
let key: string;

beforeEach(async () => {
  ({ companyId, key } = await makeSender(portal()));
});

const stored = () => readStored(portal(), companyId);
const send = (...spans: unknown[]) => sendSpans(portal(), key, spans);

const agent = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'Leave requests',
  'gen_ai.conversation.id': 'c-1',
};

describe.each<SdkOptions>([{ encoding: 'protobuf', isCompressed: true }, { encoding: 'json' }])(
  'the SDK, %o',
  (options) => {
    test.each([
      ['is answered 503 and 429', { failures: [503, 429], passesOn: false }],
      ['loses the answers', { failures: [503, 503], passesOn: true }],
    ])('repeats its export when it %s, and the export counts once', async (_, refusing) => {
      const proxy = await openRefusingProxy(portal().url, refusing);
      const sdk = openSdk(proxy.url, key, options);
      for (const question of ['one', 'two', 'three']) {
        const turn = sdk.start('invoke_agent', { ...agent, 'gen_ai.input.messages': toMessages(['user', question]) });
        sdk.start('execute_tool', { 'gen_ai.operation.name': 'execute_tool' }, { inside: turn }).end();
        turn.end();
      }
      await sdk.flush();
      expect(proxy.answers).toEqual([...refusing.failures, 200]);
      const conversations = await stored();
      expect(conversations).toMatchObject([{ id: 'c-1', messages: 3, apiCalls: 3 }]);
      expect(conversations[0]?.requests).toHaveLength(3);
      await sdk.close();
      await proxy.close();
    });

    test('reports the rejected part of an export, and the rest is stored', async () => {
      const warnings: string[] = [];
      const note = (...words: unknown[]) => void warnings.push(JSON.stringify(words));
      const silent = () => undefined;
      diag.setLogger(
        { error: note, warn: note, info: silent, debug: silent, verbose: silent },
        { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
      );
      const sdk = openSdk(portal().url, key, options);
      sdk.start('invoke_agent', agent).end();
      sdk.start('invoke_agent', { ...agent, 'gen_ai.conversation.id': 'c-2' }, { at: Date.UTC(1999, 0, 1) }).end();
      await sdk.flush();
      diag.disable();
      expect(warnings.join()).toMatch(/partial success.*"?rejected(Spans)?\\?"?:.*1/is);
      expect(warnings.join()).toContain('its start is missing or out of range');
      expect(await stored()).toMatchObject([{ id: 'c-1' }]);
      await sdk.close();
    });
  },
);

describe('a failing derivation', () => {
  const owner = (...texts: string[]) =>
    withOwner(portal().database.ownerUrl, async (client) => {
      // A distributed PostgreSQL otherwise refuses triggers; a plain one has no use for it.
      for (const text of ['set citus.enable_unsafe_triggers to on', ...texts]) await client.query(text);
    });
  const refuseConversation = (id: string, code: string) =>
    owner(
      `create or replace function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.external_id = '${id}' then raise exception 'refused' using errcode = '${code}'; end if;
        return new;
      end $$`,
      'create trigger refuse_one before insert on conversations for each row execute function refuse_one()',
    );
  const acceptAgain = () => owner('drop trigger if exists refuse_one on conversations');
  afterEach(acceptAgain);
  const derivedLater = {
    status: 200,
    body: { partialSuccess: { rejectedSpans: '0', errorMessage: expect.stringMatching(/^Warning: .*are stored/) } },
  };

  const run = (id: string, trace: number) =>
    toJsonSpan(agentRun([], [], { trace, attributes: { 'gen_ai.conversation.id': id } }));

  test('is answered with a warning, and succeeds with the next export', async () => {
    await refuseConversation('c-1', '22000');
    expect(await send(run('c-1', 1))).toMatchObject(derivedLater);
    expect(await stored()).toEqual([]);
    await acceptAgain();
    expect((await send(run('c-2', 2))).status).toBe(200);
    expect((await stored()).map(({ id }) => id)).toEqual(['c-1', 'c-2']);
    expect((await send(run('c-1', 1))).status).toBe(200);
    expect((await stored()).map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test('does not keep other traces from being stored', async () => {
    await refuseConversation('c-1', '22000');
    expect(await send(run('c-1', 1))).toMatchObject(derivedLater);
    expect((await send(run('c-2', 2))).status).toBe(200);
    await acceptAgain();
    portal().clock.advance(2 * 60 * 60 * 1000);
    expect((await send(run('c-3', 3))).status).toBe(200);
    expect((await stored()).map(({ id }) => id)).toEqual(['c-1', 'c-2', 'c-3']);
  });
});
