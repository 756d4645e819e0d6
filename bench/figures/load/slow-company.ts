import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { slowPatterns, slowText } from '#domain/masking/testing/slow-patterns.ts';
import { withOwner } from '../../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { openSession } from '../../../harness/session.ts';
import { median, roundAll } from '../../../harness/statistics.ts';
import { makeConversations } from '../intake-conversations.ts';

const slowName = 'Acme Manufacturing';
/** Calls of the slow company that wait for an answer at a time. */
const atOnce = 8;
/** Between the beginning of what is slow and the first batch beside it. */
const headStartMs = 1500;
const refusedMs = 250;
const exportBytes = 6 * 1024 * 1024;

/** Sends one slow call and answers its status. */
type Send = (place: number) => Promise<number>;

export const slowCompany = {
  title: 'A company’s batch beside one person who keeps sending what is slow',
  method:
    'POST /api/intake/conversations: a company sends batches of 100 KB one after the other, in turns alone and beside another company, one person of which keeps eight calls of one kind on their way, each again as soon as it is answered. Its own patterns take a thousand steps at each character. Median beside / median alone; a batch that is answered 503 is sent again a quarter of a second later, and any other answer than 200 ends the figure. At last the same beside four such companies.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      return measureKinds(portal, isQuick);
    });
  },
};

async function measureKinds(portal: Portal, isQuick: boolean): Promise<Reading[]> {
  const [rounds, batches] = isQuick ? [1, 5] : [3, 12];
  const secret = await makeIntakeKey(portal, 'Other');
  const sendBatches = (count: number) => timeBatches(portal, secret, count);
  await sendBatches(20);
  const kinds = await listKinds(portal);
  const readings: Reading[] = [];
  for (const { name, senders } of kinds) {
    const [alone, beside]: [number[], number[]] = [[], []];
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await sendBatches(batches)));
      const flood = startFlood(senders, statuses);
      await sleep(headStartMs);
      beside.push(...(await sendBatches(batches)));
      await flood.stop();
    }
    const details = { aloneMs: roundAll(alone), besideMs: roundAll(beside), slowAnswers: Object.fromEntries(statuses) };
    readings.push(atMost(name, '2', median(beside) / median(alone), details));
    readings.push(note(`${name}: longest beside`, Math.max(...beside), 'ms'));
  }
  return readings;
}

function startFlood(senders: readonly Send[], statuses: Map<number, number>) {
  let isOver = false;
  const senderAt = (place: number) => senders[place % senders.length] as Send;
  const flood = Array.from({ length: atOnce * senders.length }, async (_, place) => {
    while (!isOver) {
      const status = await senderAt(place)(place);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A flood of calls that are refused at once is another figure's.
      if ([409, 429, 503].includes(status)) await sleep(refusedMs);
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(flood);
    },
  };
}

/** Answers the milliseconds until each batch is stored, with its repetitions where the portal asks for them. */
async function timeBatches(portal: Portal, secret: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const body = JSON.stringify({ conversations: makeConversations(170) });
    const startedAt = performance.now();
    let status = await call(portal, { path: '/intake/conversations', token: secret, body });
    while (status === 503) {
      await sleep(refusedMs);
      status = await call(portal, { path: '/intake/conversations', token: secret, body });
    }
    if (status !== 200) throw new Error(`A batch was answered ${status}.`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

interface Call {
  readonly path: string;
  readonly token: string;
  /** Without one it is a GET. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call({ url }: Portal, { path, token, body, headers }: Call): Promise<number> {
  const answer = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function listKinds(portal: Portal): Promise<{ name: string; senders: Send[] }[]> {
  const key = await makeIntakeKey(portal, slowName);
  const ids = await makeSlow(portal, slowName, key);
  const token = await keepToken(portal, 'superadmin@acme.example');
  const operator = await keepToken(portal, 'operator@steward.example');
  const settings = { shown: [], patterns: slowPatterns.map((each) => ({ ...each, pattern: `a*${each.pattern}` })) };
  const trial = JSON.stringify({ settings, text: slowText(20_000) });
  const traces = makeTraces(exportBytes);
  const four: Send[] = [];
  for (const company of ['One', 'Two', 'Three', 'Four'].map((name) => `Colluding ${name}`)) {
    const ownKey = await makeIntakeKey(portal, company);
    const [first = ''] = await makeSlow(portal, company, ownKey);
    const companyId = await findCompanyId(portal, company);
    four.push(() =>
      call(portal, {
        path: `/analytics/logs/conversation/${first}`,
        token: operator(),
        headers: { 'x-company': companyId },
      }),
    );
  }
  const logs = JSON.stringify({ limit: 100 });
  const dryRun = { path: '/intake/dry-runs?kind=traces', headers: { 'content-type': 'application/octet-stream' } };
  const read = (place: number) => `/analytics/logs/conversation/${ids[place % ids.length]}`;
  const calls: Array<{ name: string; toCall: (place: number) => Call }> = [
    { name: 'trials of patterns', toCall: () => ({ path: '/company/masking/trial', token: token(), body: trial }) },
    { name: 'log rows with own patterns', toCall: () => ({ path: '/analytics/logs', token: token(), body: logs }) },
    {
      name: 'transcripts above 32 KiB with own patterns',
      toCall: (place) => ({ path: read(place), token: token() }),
    },
    { name: 'dry runs of 6 MiB', toCall: () => ({ ...dryRun, token: token(), body: traces }) },
    { name: 'traces of 6 MiB', toCall: () => ({ path: '/otlp/v1/traces', token: key, body: traces }) },
  ];
  return [
    ...calls.map(({ name, toCall }) => ({ name, senders: [(place: number) => call(portal, toCall(place))] })),
    { name: 'imports of 8 MiB', senders: [() => runImport(portal, token())] },
    { name: 'transcripts of four companies', senders: four },
  ];
}

/** A token that is good whenever it is asked for: a new one before the last ends. */
async function keepToken(portal: Portal, email: string): Promise<() => string> {
  let { token } = await openSession(portal, email);
  setInterval(() => void openSession(portal, email).then((session) => (token = session.token)), 120_000).unref();
  return () => token;
}

const findCompanyId = (portal: Portal, name: string) =>
  withOwner(portal, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from companies where name = $1', [name]);
    return rows[0]?.id ?? '';
  });

/** Gives a company patterns that are slow and conversations that they are slow with; answers the ids of the latter. */
async function makeSlow(portal: Portal, company: string, key: string): Promise<string[]> {
  const conversations = Array.from({ length: 4 }, () => makeSlowConversation());
  const status = await call(portal, {
    path: '/intake/conversations',
    token: key,
    body: JSON.stringify({ conversations }),
  });
  if (status !== 200) throw new Error(`The slow conversations were answered ${status}.`);
  const companyId = await findCompanyId(portal, company);
  return withOwner(portal, async (client) => {
    // As an earlier release saved them.
    await client.query('insert into masking_settings (company_id, patterns) values ($1, $2)', [
      companyId,
      JSON.stringify(slowPatterns),
    ]);
    const { rows } = await client.query<{ id: string }>('select id from conversations where company_id = $1', [
      companyId,
    ]);
    return rows.map(({ id }) => id);
  });
}

function makeSlowConversation(): IntakeConversation {
  const date = new Date().toISOString();
  const error = slowText(1500);
  return {
    id: randomUUID(),
    date,
    skill: 'Leave',
    user: { firstName: slowText(60) },
    turns: [{ date, durationMs: 5, error, tools: [{ name: slowText(60), error }] }],
    messages: ['a', 'b'].map((id) => ({
      id,
      date,
      isAssistant: true,
      author: 'Assistant',
      data: [{ type: 'text' as const, value: slowText(20_000) }],
    })),
  };
}

/** An export of agent runs with as much text as that, as JSON. */
function makeTraces(bytes: number): string {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const hex = (length: number) => randomUUID().replaceAll('-', '').slice(0, length);
  const messages = JSON.stringify(
    Array.from({ length: 20 }, (_, place) => ({ role: 'user', content: `Message ${place} `.repeat(10) })),
  );
  const startTimeUnixNano = `${Date.now() - 60_000}000000`;
  const spans = Array.from({ length: Math.floor(bytes / (messages.length * 1.3)) }, () => ({
    traceId: hex(32),
    spanId: hex(16),
    startTimeUnixNano,
    endTimeUnixNano: startTimeUnixNano,
    attributes: [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', 'Leave'),
      text('gen_ai.conversation.id', randomUUID()),
      text('gen_ai.input.messages', messages),
    ],
  }));
  return JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }] });
}

const partBytes = 4 * 1024 * 1024;

/** Uploads a file of two parts, imports it whole, and deletes it. */
async function runImport({ url }: Portal, token: string): Promise<number> {
  const ask = async (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) => {
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
    const answer = await fetch(`${url}/api/intake/imports${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, ...((text === '' ? {} : JSON.parse(text)) as ImportAnswer) };
  };
  const file = Buffer.from(makeCsv(2 * partBytes));
  const { status, id } = await ask('POST', '', JSON.stringify({ fileName: 'slow.csv', bytes: file.length }));
  if (status !== 201) return status;
  for (let index = 0; index * partBytes < file.length; index += 1)
    await ask('PUT', `/${id}/chunks/${index}`, file.subarray(index * partBytes, (index + 1) * partBytes));
  const { settings } = await ask('POST', `/${id}/preview`, '{}');
  const started = await ask('POST', `/${id}/start`, JSON.stringify({ settings }));
  while ((await ask('GET', `/${id}`)).state === 'running') await sleep(refusedMs);
  await ask('DELETE', `/${id}/file`);
  return started.status;
}

interface ImportAnswer {
  readonly id?: string;
  readonly state?: string;
  readonly settings?: object;
}

function makeCsv(bytes: number): string {
  const lines: string[] = ['conversation,time,role,text'];
  const text = 'Where is my order? '.repeat(20);
  const line = (place: number) => `${randomUUID()},2026-01-01 10:00:${10 + (place % 50)},user,${text}`;
  for (let place = 0; place * (text.length + 61) < bytes; place += 1) lines.push(line(place));
  return lines.join('\n');
}
