import { setTimeout as sleep } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { findMonths, waitForDemoConversations } from '../analytics-portal.ts';
import { fillConversations } from '../conversations.ts';
import { withOwner } from '../../harness/database.ts';
import { atLeast, atMost, note, type Bench, type Reading } from '../figure.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../harness/portal.ts';
import { openSession } from '../../harness/session.ts';
import { median } from '../../harness/statistics.ts';
import { watch, watchMemory, type Watched } from '../watched-work.ts';

const pollMs = 100;

export const exportRows = {
  title: 'Download of 1 million conversations',
  method:
    'A portal of its own (`EXPORT_STREAM_ROWS=10000000`) with 2 million conversations of 20 companies, of which one holds half. All conversations of that company as CSV: as one stream, in turns with `COPY (…) to stdout` of the same columns in the same order to a client on the same machine; then as a file that is prepared in the background, and its download. First byte: from sending the call, median of the rounds. Rows per second over the whole answer, the median of the rounds. Stop: the longest answer of `/api/health` during one more stream, asked for every 2 ms. Growth of memory: the highest resident memory of the server over the highest of ten seconds in which it did nothing.',
  measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({ EXPORT_STREAM_ROWS: '10000000' }, async (portal) => {
      await waitForDemo(portal);
      await waitForDemoConversations(portal);
      const { id } = await fillConversations(portal, isQuick ? 200_000 : 2_000_000);
      const { token } = await openSession(portal, 'operator@steward.example');
      const caller = { authorization: `Bearer ${token}`, 'x-company': id, 'content-type': 'application/json' };
      // Code is compiled and statements are prepared by then, as in a portal that has run for a minute.
      await readStream(portal, caller, findMonths(1, 12));
      await sleep(isQuick ? 1000 : 15_000);
      const idle = await watch(portal, () => sleep(isQuick ? 1000 : 10_000));
      const rounds: Round[] = [];
      for (let round = 0; round < (isQuick ? 1 : 3); round += 1) {
        const stream = await watchMemory(portal, () => readStream(portal, caller, findMonths(24, 0)));
        rounds.push({ stream, copy: await copyRows(portal, id) });
      }
      const { stopMs } = await watch(portal, () => readStream(portal, caller, findMonths(24, 0)));
      const made = await watchMemory(portal, () => makeFile(portal, caller));
      const fetched = await watchMemory(portal, () => readFile(portal, caller, made.result.id));
      const streamed = rounds.map(({ stream: { result } }) => result.rows / result.seconds);
      const copied = rounds.map(({ copy }) => copy.rows / copy.seconds);
      const grown = (megabytes: number) => Math.max(0, megabytes - idle.megabytes);
      const highest = (of: (round: (typeof rounds)[number]) => number) => Math.max(...rounds.map(of));
      const details = { before: idle.megabytes };
      return [
        atMost('stream: first byte', '0.5 s', median(rounds.map(({ stream }) => stream.result.firstMs / 1000)), {
          all: rounds.map(({ stream }) => stream.result.firstMs),
        }),
        atLeast('stream: rows per second / COPY', '0.3', median(streamed) / median(copied), { streamed, copied }),
        atMost('stream: memory', '64 MB', grown(highest(({ stream }) => stream.megabytes)), details),
        atMost('stream: longest stop', '200 ms', stopMs, { idle: idle.stopMs }),
        atMost('file: memory while it is prepared', '64 MB', grown(made.megabytes), details),
        atMost('file: memory while it is downloaded', '64 MB', grown(fetched.megabytes), details),
        note('rows', rounds[0]?.stream.result.rows ?? 0, ''),
        note('stream', median(streamed), 'rows/s'),
        note('COPY', median(copied), 'rows/s'),
        note('file, prepared', made.result.rows / made.seconds, 'rows/s'),
        note('file, downloaded', fetched.result.bytes / fetched.seconds / 1e6, 'MB/s'),
      ];
    });
  },
};

interface Round {
  readonly stream: Watched<Awaited<ReturnType<typeof readStream>>>;
  readonly copy: Awaited<ReturnType<typeof copyRows>>;
}

type Caller = Readonly<Record<string, string>>;

/** Reads the whole answer and keeps none of it. */
async function readStream({ url }: Portal, headers: Caller, range: object) {
  const startedAt = performance.now();
  const body = JSON.stringify({ ...range, format: 'csv', technicalUsers: true });
  const answer = await fetch(`${url}/api/exports/conversations`, { method: 'POST', headers, body });
  if (answer.status !== 200 || !answer.body) {
    throw new Error(`The stream is answered ${answer.status}: ${await answer.text()}`);
  }
  let firstMs: number | undefined;
  let bytes = 0;
  for await (const chunk of answer.body) {
    firstMs ??= performance.now() - startedAt;
    bytes += (chunk as Uint8Array).length;
  }
  const rows = Number(answer.headers.get('x-row-count'));
  return { rows, bytes, firstMs: firstMs ?? 0, seconds: (performance.now() - startedAt) / 1000 };
}

/** The columns of the file, as PostgreSQL writes them by itself. */
const toCopyText = (companyId: string) => `
  copy (
    select c.id, c.external_id, c.started_at, s.name, u.first_name, u.last_name, c.messages, c.api_calls, c.status,
      c.approved_at, c.failure, c.turns->-1->>'error', c.models, c.tokens, c.slowest_ms, c.tools, c.failed_tools,
      c.awaits_answer, r.updated_at, r.tags, r.note, r.resolved_at, r.resolved_by
    from conversations c
    left join reported_skills s on s.company_id = c.company_id and s.number = c.skill_number
    left join reported_users u on u.company_id = c.company_id and u.number = c.user_number
    left join conversation_reviews r on r.company_id = c.company_id and r.conversation_id = c.id
    where c.company_id = '${companyId}' order by c.started_at desc, c.id desc
  ) to stdout with (format csv, header, force_quote *)`;

function copyRows(portal: Portal, companyId: string) {
  return withOwner(portal, async (client) => {
    const startedAt = performance.now();
    const stream = client.query(copyTo(toCopyText(companyId)));
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length;
    return { rows: stream.rowCount, bytes, seconds: (performance.now() - startedAt) / 1000 };
  });
}

interface PreparedFile {
  readonly id: string;
  readonly state: string;
  readonly rows: number;
}

async function makeFile({ url }: Portal, headers: Caller): Promise<PreparedFile> {
  const body = JSON.stringify({ kind: 'conversations', filter: findMonths(24, 0), format: 'csv' });
  const asked = await fetch(`${url}/api/exports/files`, { method: 'POST', headers, body });
  if (asked.status !== 201) throw new Error(`The file is answered ${asked.status}: ${await asked.text()}`);
  for (;;) {
    const [file] = (await (await fetch(`${url}/api/exports/files`, { headers })).json()) as PreparedFile[];
    if (file?.state === 'ready') return file;
    if (file?.state !== 'waiting') throw new Error(`The file is ${file?.state}.`);
    await sleep(pollMs);
  }
}

async function readFile({ url }: Portal, headers: Caller, id: string) {
  const answer = await fetch(`${url}/api/exports/files/${id}/file`, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`The file is answered ${answer.status}.`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length;
  return { bytes };
}
