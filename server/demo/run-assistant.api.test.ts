import { beforeAll, expect, test } from 'vitest';
import { useTestPortal } from '../testing/test-portal.ts';
import { seedDemo } from './seed-demo.ts';
import { companyCasts, type CompanyCast } from '../../demo-assistant/company-cast.ts';
import { createIntakeClient } from '../../demo-assistant/intake-client.ts';
import { fetchDemoKey } from '../../demo-assistant/portal-key.ts';
import { runAssistant, type AssistantRun } from '../../demo-assistant/run-assistant.ts';
import { uploadPictures } from '../../demo-assistant/upload-pictures.ts';
import { runSql } from '../testing/sql/run-sql.ts';

const getPortal = useTestPortal();
const getEmptyPortal = useTestPortal();
const cast = companyCasts[0] as CompanyCast;

let acmeId: string;

beforeAll(async () => {
  const { database, clock, adapters } = getPortal();
  const { secretBox, files } = adapters;
  await seedDemo(database, {
    now: clock.now(),
    secretBox,
    files,
    vatRates: [{ validFrom: null, rate: 24_000 }],
    hasConversations: false,
  });
  acmeId = await database.inSystem('demo.seed', async (tx) => {
    const [company] = await runSql<{ id: string }>(tx, 'select id from companies where name = $1', [cast.companyName]);
    return company?.id ?? '';
  });
});

function listConversations() {
  return getPortal().database.inCompany(acmeId, (tx) =>
    runSql<{ external_id: string; status: number; messages: number }>(
      tx,
      'select external_id, status, messages from conversations',
    ),
  );
}

interface RunOptions extends Partial<AssistantRun> {
  /** Called after each accepted batch. */
  readonly onSent?: (batch: Parameters<AssistantRun['client']['send']>[0]) => void;
}

async function run({ onSent, ...options }: RunOptions) {
  const { url } = getPortal();
  const client = createIntakeClient({ url, key: await fetchDemoKey(url), signal: new AbortController().signal });
  const send: typeof client.send = async (batch) => {
    const answer = await client.send(batch);
    onSent?.(batch);
    return answer;
  };
  const printed: string[] = [];
  const ended = await runAssistant({
    client: { ...client, send },
    cast,
    fileKeys: await uploadPictures(client),
    assistantName: 'Stew',
    perMinute: 6000,
    count: undefined,
    stop: new AbortController().signal,
    print: (line) => printed.push(line),
    ...options,
  });
  return { ended, printed };
}

test('reports conversations over HTTP from the first message to the final status', async () => {
  const before = await listConversations();
  const { ended, printed } = await run({ count: 5 });
  expect(ended).toBe(5);
  expect(printed).toHaveLength(5);
  const held = (await listConversations()).slice(before.length);
  expect(held).toHaveLength(5);
  expect(held.every(({ status, messages }) => status !== 2 && messages > 1)).toBe(true);
});

test('breaks off running conversations when stopped, and reports their status', async () => {
  const known = new Set((await listConversations()).map(({ external_id: id }) => id));
  const stop = new AbortController();
  // A dialogue takes minutes at this rate.
  const { ended } = await run({ perMinute: 10, stop: stop.signal, onSent: ({ messages }) => messages && stop.abort() });
  expect(ended).toBe(1);
  const held = (await listConversations()).filter(({ external_id: id }) => !known.has(id));
  expect(held).toMatchObject([{ status: 4, messages: 1 }]);
});

test('a new key of the demo assistant revokes the key of an earlier run', async () => {
  const { url } = getPortal();
  const signal = new AbortController().signal;
  const first = await fetchDemoKey(url);
  const second = await fetchDemoKey(url);
  await expect(createIntakeClient({ url, key: first, signal }).send({})).rejects.toMatchObject({ status: 401 });
  expect(await createIntakeClient({ url, key: second, signal }).send({})).toEqual({ accepted: 0, rejected: [] });
});

test('a portal without the demo accounts answers 401', async () => {
  await expect(fetchDemoKey(getEmptyPortal().url)).rejects.toMatchObject({ status: 401 });
});
