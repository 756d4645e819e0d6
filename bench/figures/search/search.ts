import pg from 'pg';
import { ratingValues } from '#contract/conversations/rating-values.ts';
import { connectDatabase } from '../../../server/database/open-database.ts';
import { deriveLogins } from '../../../server/database/tenancy/roles.ts';
import { readSecrets } from '../../../server/config/secrets.ts';
import { createWorkerPool } from '../../../server/lib/concurrency/worker-pool.ts';
import { shrinkMonths } from '#domain/search/compact-month.service.ts';
import { indexWaiting, settleMonths } from '#domain/search/search-index-passes.ts';
import { findMonths, openAnalyticsPortal, type AnalyticsPortal } from '../../analytics-portal.ts';
import { getDatabaseUrls, withOwner } from '../../../harness/database.ts';
import { atLeast, atMost, note, type Bench, type Reading } from '../../figure.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, withNewPortal } from '../../../harness/portal.ts';
import { fillMessages, toolCount, type BenchText } from './search-messages.ts';
import { median, quantile, roundAll } from '../../../harness/statistics.ts';
import { measureIntake } from '../intake-rate.ts';

const messagesPerConversation = 4;
const counts = { quick: 100_000, full: 10_000_000 };

export const search = {
  title: 'Search in 10 million messages',
  method:
    'Conversations of 24 months and 20 companies, of which one holds half, each with four messages of 8 to 60 words in English, German or Estonian, whose words are as frequent as in languages (40 % common words, 90,000 others by Zipf’s law, and a number of its own in every second message); indexed by the portal’s own code. Whole answer of `POST /api/analytics/logs` for the largest company over all 24 months with its total and the hits of 20 records, one after the other, other words each time; 95 %. Two words and phrase (two to four words): of one text. Rare word: a number, or a word of few texts. Four filters: a word, twelve months, 500 users, 20 skills, two states. Filters of the log without a search: one of 20 tools, a failed one, a rating, open reviews, over 12 months; a fifth of the conversations call a tool, a tenth of these in vain, a half of these are rated, and one in 200 has a review. Intake: as `intakeRate`, by 4 companies in this database, in turns while the index follows, with what the turns before left to it, and while it is held; conversations per second, median. Size: the tables of the index after a vacuum, over the characters of all texts in bytes.',
  measure(bench: Bench): Promise<Reading[]> {
    return withNewPortal({}, (portal) => measureSearch({ ...bench, portal: async () => portal }));
  },
};

async function measureSearch(bench: Bench): Promise<Reading[]> {
  return measurePrepared(bench, await prepareMessages(bench));
}

/** The portal with its messages, indexed. */
export async function prepareMessages(bench: Bench) {
  const portal = await bench.portal();
  const messages = Number(process.env.BENCH_MESSAGES ?? (bench.isQuick ? counts.quick : counts.full));
  const place = await openAnalyticsPortal(bench, { conversations: messages / messagesPerConversation });
  const startedAt = performance.now();
  const texts = await fillMessages(portal);
  console.log(`messages written in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const indexedSeconds = await index(portal);
  console.log(`indexed in ${Math.round(indexedSeconds)} s`);
  const size = await withOwner(portal, measureSize);
  console.log(size);
  return { place, texts, size, perSecond: messages / indexedSeconds };
}

export async function measurePrepared(
  bench: Bench,
  { place, texts, size, perSecond }: Awaited<ReturnType<typeof prepareMessages>>,
): Promise<Reading[]> {
  return [
    ...(await measureSearches(bench, place, texts)),
    ...(await measureFilters(bench, place)),
    ...(await measureIntakes(bench, place.portal)),
    atMost('size of the index / text', '0.5', Number(size['index']) / Number(size['text']), size),
    note('messages indexed', perSecond, 'per second'),
  ];
}

/** Indexes all that waits, beside the portal, which leaves a company that is taken, and merges as the portal does once a day. */
async function index(portal: Portal): Promise<number> {
  const { ownerUrl } = await getDatabaseUrls(portal);
  const secrets = readSecrets({ dataDir: portal.dataDir, secrets: { auth: undefined, key: undefined, olderKeys: [] } });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = connectDatabase({ ownerUrl, secrets, logins: deriveLogins(ownerUrl, secrets.key), log });
  const workers = createWorkerPool();
  const startedAt = performance.now();
  try {
    await database.ready;
    const isWaiting = () =>
      withOwner(portal, async (client) => (await client.query('select from search_pending limit 1')).rows.length > 0);
    const onError = (_: string, error: unknown) => {
      throw error;
    };
    while (await isWaiting()) await indexWaiting({ database, workers }, onError);
    await shrinkMonths(database, [...(await settleMonths({ database, workers }, new Date(), onError))]);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await workers.close();
    await database.close();
  }
}

const sumSizes = (pattern: string) =>
  `(select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relname ~ '${pattern}')`;

async function measureSize(client: pg.Client): Promise<Record<string, number>> {
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<Record<string, string>>(`
    select ${sumSizes('^search_(words|segments)_\\d')} as index, ${sumSizes('^messages_\\d')} as messages,
      (select sum(octet_length(parts -> 0 ->> 'value')) from messages) as text,
      (select count(*) from messages) as count,
      (select count(*) from search_segments) as segments,
      (select sum(length(places)) from search_words) as places, (select sum(length(facts)) from search_segments) as facts`);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

async function measureSearches(bench: Bench, place: AnalyticsPortal, texts: readonly BenchText[]): Promise<Reading[]> {
  const { users, skills } = place.company;
  const all = findMonths(24, 0);
  const below = (limit: number) => Math.floor(Math.random() * limit);
  const say = () => (texts[below(texts.length)]?.text ?? '').replaceAll(',', '').split(' ');
  const isWord = (word: string) => word.length > 6;
  const makeTwo = () => {
    const words = say().filter(isWord);
    return `${words[0] ?? 'kaba'} ${words.at(-1) ?? 'kaba'}`;
  };
  const makePhrase = () => {
    const words = say();
    const at = below(words.length - 4);
    return `"${words.slice(at, at + 2 + below(3)).join(' ')}"`;
  };
  const numbers = await listNumbers(place);
  const rareWords = texts.slice(-5000).flatMap(({ text }) => text.split(/[ ,]+/).filter((word) => word.length > 9));
  const measures = {
    'two words': [150, () => ({ ...all, search: makeTwo() })],
    phrase: [150, () => ({ ...all, search: makePhrase() })],
    'rare word': [
      60,
      (call: number) => ({
        ...all,
        search: call % 2 ? numbers[call % numbers.length] : rareWords[below(rareWords.length)],
      }),
    ],
    'word with four filters': [
      150,
      (call: number) => ({
        ...findMonths(12, 1),
        search: say().find(isWord) ?? 'kaba',
        users: users.slice(call, call + 500),
        skills: skills.slice(call % 20, (call % 20) + 20),
        status: ['Completed', 'Failed'],
      }),
    ],
  } as const;
  const readings: Reading[] = [];
  for (const [name, [limit, make]] of Object.entries(measures)) {
    const { times, sizes } = await timeCalls(bench, place, make);
    const details = { all: roundAll(times), found: sizes };
    readings.push(atMost(`${name}, 95 %`, `${limit} ms`, quantile(times, 0.95), details));
    readings.push(note(`${name}, median`, median(times), 'ms'));
    console.log(name, Math.round(quantile(times, 0.95)), Math.round(median(times)), sizes.join(' '));
  }
  return readings;
}

/** Measures filters that no roll-up and no index of messages answers. */
async function measureFilters(bench: Bench, place: AnalyticsPortal): Promise<Reading[]> {
  const year = findMonths(12, 1);
  const filters = {
    tool: (call: number) => ({ ...year, tools: [`tool-${call % toolCount}`] }),
    'failed tool': (call: number) => ({ ...year, failedTools: [`tool-${call % toolCount}`] }),
    rating: (call: number) => ({ ...year, ratings: [ratingValues[call % ratingValues.length]] }),
    'open reviews': () => ({ ...year, reviews: ['open'] }),
  };
  const readings: Reading[] = [];
  for (const [name, make] of Object.entries(filters)) {
    const { times } = await timeCalls(bench, place, make);
    readings.push(note(`log by ${name}, 95 %`, quantile(times, 0.95), 'ms'));
  }
  return readings;
}

const listNumbers = ({ portal, company }: AnalyticsPortal) =>
  withOwner(portal, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      `select substring(parts -> 0 ->> 'value' from '\\d{10}') as number from messages
      where company_id = $1 and parts -> 0 ->> 'value' ~ '\\d{10}' limit 200`,
      [company.id],
    );
    return rows.map(({ number }) => number);
  });

async function timeCalls(bench: Bench, place: AnalyticsPortal, make: (call: number) => object) {
  const times: number[] = [];
  const sizes: string[] = [];
  for (let warm = 0; warm < 5; warm += 1) await place.time('/analytics/logs', make(warm));
  for (let call = 0; call < (bench.isQuick ? 30 : 200); call += 1) {
    const { ms, answer } = await place.time('/analytics/logs', make(call));
    const { size, search: state } = answer as { size: number; search?: { hasMore: boolean } };
    times.push(ms);
    sizes.push(state?.hasMore ? 'more' : String(size));
  }
  return { times, sizes };
}

const companies = ['Intake 1', 'Intake 2', 'Intake 3', 'Intake 4'];

async function measureIntakes(bench: Bench, portal: Portal): Promise<Reading[]> {
  const [rounds, batches] = bench.isQuick ? [2, 12] : [6, 60];
  const secrets: string[] = [];
  for (const name of companies) secrets.push(await makeIntakeKey(portal, name));
  const [followed, held]: [number[], number[]] = [[], []];
  const { ownerUrl } = await getDatabaseUrls(portal);
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  const onEach = (call: string) =>
    holder.query(`select ${call}(hashtextextended(id::text, 7283914011)) from companies where name = any($1)`, [
      companies,
    ]);
  try {
    await measureIntake(portal, secrets, bench.isQuick ? 8 : 40);
    for (let round = 0; round < rounds; round += 1) {
      await onEach('pg_advisory_lock');
      held.push(await measureIntake(portal, secrets, batches));
      await onEach('pg_advisory_unlock');
      followed.push(await measureIntake(portal, secrets, batches));
    }
  } finally {
    await holder.end();
  }
  const details = { followed: roundAll(followed), held: roundAll(held) };
  const behind = await withOwner(portal, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'select coalesce(sum(cardinality(created) + cardinality(changed)), 0) as count from search_pending',
    );
    return Number(rows[0]?.count);
  });
  return [
    atLeast('intake while the index follows / while it is held', '0.8', median(followed) / median(held), details),
    note('intake while the index follows', median(followed), 'per second'),
    note('conversations that waited for the index at the end', behind, ''),
  ];
}
