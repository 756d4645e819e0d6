import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '#demo-assistant/random.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { settleMs } from './derive/place-facts.ts';
import { sendSpans, toJsonSpan } from './testing/json-export.ts';
import {
  cutAtRandom,
  listClients,
  listWholeRuns,
  mixCuts,
  readRecording,
  rename,
  toRequest,
  type Cut,
  type Recording,
} from './testing/random-cuts.ts';
import { makeSender, readStored } from './testing/stored.ts';

/*
 * Whatever arrives of the spans of a turn, and whenever: it is billed at most once, and once where what has arrived names its
 * skill. `CUTS=2000 npx vitest run --project api features/intake/server/otlp/random-cuts.api.test.ts` tries more of them.
 */

const portal = useTestPortal({ LOG_LEVEL: 'error' });
const cuts = Number(process.env['CUTS'] ?? 30);
const groups = 6;
const recordings: Recording[] = [];

beforeAll(async () => {
  for (const client of await listClients()) {
    const recording = await readRecording(client);
    if (recording.records.length > 0) recordings.push(recording);
  }
});

async function send(key: string, exports: Cut['waves'][number]): Promise<void> {
  for (const records of exports) {
    const { status, body } = await portal().call(`/otlp/v1/${records[0]?.signal}`, {
      headers: { authorization: `Bearer ${key}` },
      body: toRequest(records),
    });
    expect([status, body]).toEqual([200, {}]);
  }
}

/** No parent is awaited any more; the next export of any kind derives what has waited. */
async function settle(key: string, trace: number): Promise<void> {
  portal().clock.advance(settleMs);
  const { status } = await sendSpans(portal(), key, [toJsonSpan({ trace, name: 'GET /health' })]);
  expect(status).toBe(200);
}

async function replay({ waves }: Cut) {
  const { companyId, key } = await makeSender(portal());
  for (const [index, wave] of waves.entries()) {
    await send(key, wave);
    await settle(key, index + 1);
  }
  const stored = await readStored(portal(), companyId);
  return stored.flatMap(({ requests }) => requests);
}

const getTrace = (id: string) => id.split(':')[0] ?? '';
const countTraces = (ids: readonly string[]) => new Set(ids).size;

function findDiffering(billed: Awaited<ReturnType<typeof replay>>, whole: ReturnType<typeof listWholeRuns>): string[] {
  const toLines = (runs: ReadonlyArray<readonly [string, string | null | undefined]>) =>
    runs.map(([id, skill]) => `${id} ${skill}`);
  const [found, expected] = [toLines(billed.map(({ id, skill }) => [id, skill] as const)), toLines([...whole])];
  return [...found.filter((run) => !expected.includes(run)), ...expected.filter((run) => !found.includes(run))];
}

/** Whether the runs can be replaced still: the last of many cuts are replayed in the month after, when theirs is billed. */
const isMonthOpen = () => portal().clock.now() < new Date('2026-11-30T00:00:00Z');

async function judge(recording: Recording, cut: Cut) {
  const billed = await replay(cut);
  const arrived = cut.waves.flat(2);
  const ofTurns = arrived.filter(({ traceId, namesSkill }) => namesSkill && traceId !== '');
  return {
    twice: billed.length - countTraces(billed.map(({ id }) => getTrace(id))),
    missing: [...new Set(ofTurns.map(({ traceId }) => traceId))].filter(
      (traceId) => !billed.some(({ id }) => getTrace(id) === traceId),
    ),
    billed: billed.length,
    turns: countTraces(recording.records.map(({ traceId }) => traceId)),
    // What has arrived in the end in any order and at any time is billed as if it had come at once, as long as its month is open.
    differing: cut.isWhole && isMonthOpen() ? findDiffering(billed, listWholeRuns(recording)) : [],
  };
}

test.each(Array.from({ length: groups }, (_, group) => group))(
  'of random cuts each turn is billed at most once, and once where its skill has arrived (%i)',
  { timeout: 30_000 + 2000 * cuts },
  async (group) => {
    const now = Date.UTC(2026, 10, 26);
    portal().clock.advance(Math.max(0, now - portal().clock.now().getTime()));
    const wrong: unknown[] = [];
    for (let number = group; number < cuts; number += groups) {
      const random = createRandom(`cut ${number}`);
      const recording = recordings[number % recordings.length];
      if (!recording) throw new Error('nothing is recorded');
      const cut = cutAtRandom(recording, random);
      const result = await judge(recording, cut);
      if (result.twice > 0 || result.missing.length + result.differing.length > 0 || result.billed > result.turns)
        wrong.push({ number, client: recording.client, kind: cut.kind, ...result });
    }
    expect(wrong).toEqual([]);
  },
);

test(
  'of random cuts of two senders each turn is billed at most once, and once where one of them has reported all',
  {
    timeout: 30_000 + 2000 * cuts,
  },
  async () => {
    const now = Date.UTC(2026, 10, 26);
    portal().clock.advance(Math.max(0, now - portal().clock.now().getTime()));
    const one = await readRecording('otel-js-openai-own-spans');
    const other = await rename(await readRecording('langfuse-js-5.11'), [
      ['"lf-', '"otelopenai-b-'],
      ['Leave bot langfuse', 'Leave bot otel'],
    ]);
    const whole = listWholeRuns(one).size;
    const wrong: unknown[] = [];
    for (let number = 0; number < cuts / 4; number += 1) {
      const random = createRandom(`senders ${number}`);
      const senders = random.chance(0.5) ? [one, other] : [other, one];
      const [first, second] = senders.map((recording) => cutAtRandom(recording, random));
      if (!first || !second) throw new Error('nothing is recorded');
      // One of both is lost now and then.
      const cut = mixCuts(first, random.chance(0.2) ? { ...second, isWhole: false, waves: [] } : second, random);
      const billed = (await replay(cut)).length;
      if (billed > whole || ((first.isWhole || cut.isWhole) && billed < whole))
        wrong.push({ number, kind: cut.kind, billed });
    }
    expect(wrong).toEqual([]);
  },
);
