import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { withOwner } from '../../../harness/database.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { shareOut } from '../../../harness/load.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { intakeTables } from '../../../server/database/tables/intake.ts';
import { ledgerTables } from '../../../server/database/tables/ledger.ts';
import { rollupsTables } from '../../../server/database/tables/rollups.ts';
import { searchTables } from '../../../server/database/tables/search.ts';
import { note, type Bench, type Reading } from '../../figure.ts';
import { makeConversations } from '../intake-conversations.ts';
import { type BenchText, makeTexts } from '../search/search-messages.ts';

const senders = 4;
const batchSize = 200;
const days = 90;
const messagesOfEach = 4;
const counts = { quick: [2000, 6000], full: [20_000, 80_000] } as const;

export const disk = {
  title: 'Disk of a million conversations',
  method:
    'New conversations of the last 90 days over the intake, by 4 assistants of 4 companies (40 skills, 2,000 users each; one billed run, and four messages of 8 to 60 words each as in the figure `search`), until none waits for the search; then VACUUM, and the size of each table with its indexes and long values. Sizes after 20,000 and after 80,000 conversations; a million is the difference times 1,000 over 60. Sums by day, user and skill grow with these and the days, not with the conversations, so that those of more conversations in the same days are less than this says.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const [few, many] = isQuick ? counts.quick : counts.full;
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const secrets: string[] = [];
      for (let place = 0; place < senders; place += 1) secrets.push(await makeIntakeKey(portal, `Bench disk ${place}`));
      const texts = makeTexts();
      await report({ portal, secrets, texts }, few);
      const before = await readSizes(portal);
      await report({ portal, secrets, texts }, many - few);
      const after = await readSizes(portal);
      return toReadings(before, after, many - few);
    });
  },
};

interface Senders {
  readonly portal: Portal;
  readonly secrets: readonly string[];
  readonly texts: readonly BenchText[];
}

async function report({ portal, secrets, texts }: Senders, count: number): Promise<void> {
  const batches = Array.from({ length: Math.round(count / batchSize) }, (_, place) => place);
  await shareOut(batches, senders, async (_, sender) => {
    const conversations = makeConversations(batchSize, days).map((each) => withTexts(each, texts));
    const headers = { authorization: `Bearer ${secrets[sender] ?? ''}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ conversations });
    for (;;) {
      const answer = await fetch(`${portal.url}/api/intake/conversations`, { method: 'POST', headers, body });
      const text = await answer.text();
      if (answer.ok) return;
      if (answer.status !== 503) throw new Error(`A batch was answered ${answer.status}: ${text.slice(0, 500)}`);
      await sleep(250);
    }
  });
}

function withTexts(conversation: IntakeConversation, texts: readonly BenchText[]): IntakeConversation {
  const startedMs = Date.parse(conversation.date);
  const messages = Array.from({ length: messagesOfEach }, (_, place) => ({
    id: randomUUID(),
    date: new Date(startedMs + place * 5000).toISOString(),
    isAssistant: place % 2 === 1,
    author: place % 2 === 1 ? 'Assistant' : 'User',
    data: [{ type: 'text' as const, value: texts[Math.floor(Math.random() * texts.length)]?.text ?? '' }],
  }));
  return { ...conversation, messages };
}

interface Size {
  readonly name: string;
  readonly rows: number;
  readonly indexes: number;
}

async function readSizes(portal: Portal): Promise<Size[]> {
  return withOwner(portal, async (client) => {
    while ((await client.query('select from search_pending limit 1')).rows.length > 0) await sleep(500);
    await client.query('vacuum');
    return (await client.query<Size>(sizesText)).rows;
  });
}

/** A partition counts to its table. */
const sizesText = `
  select coalesce(p.relname, c.relname)::text as name, sum(pg_table_size(c.oid))::float8 as rows,
    sum(pg_indexes_size(c.oid))::float8 as indexes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where n.nspname = 'public' and c.relkind = 'r' group by 1`;

const groupOf = (name: string): string => {
  if (name === 'messages') return 'messages';
  if (['conversations', 'conversation_partitions'].includes(name)) return 'conversations';
  if (Object.hasOwn(searchTables, name)) return 'search';
  if (Object.hasOwn(rollupsTables, name) || /^usage_(?:daily|monthly|by_)/.test(name)) return 'sums';
  if (Object.hasOwn(ledgerTables, name)) return 'ledger of runs';
  return Object.hasOwn(intakeTables, name) ? 'other facts of the intake' : 'everything else';
};

function toReadings(before: readonly Size[], after: readonly Size[], conversations: number): Reading[] {
  const former = new Map(before.map((size) => [size.name, size]));
  const groups = new Map<string, { rows: number; indexes: number; tables: Record<string, number> }>();
  const toMegabytes = (bytes: number) => (bytes * 1_000_000) / conversations / 1e6;
  for (const { name, rows, indexes } of after) {
    const grown = { rows: rows - (former.get(name)?.rows ?? 0), indexes: indexes - (former.get(name)?.indexes ?? 0) };
    const group = groups.get(groupOf(name)) ?? { rows: 0, indexes: 0, tables: {} };
    group.rows += toMegabytes(grown.rows);
    group.indexes += toMegabytes(grown.indexes);
    group.tables[name] = Math.round(toMegabytes(grown.rows + grown.indexes));
    groups.set(groupOf(name), group);
  }
  const sorted = [...groups].toSorted(([, one], [, other]) => other.rows + other.indexes - one.rows - one.indexes);
  const whole = sorted.reduce((sum, [, { rows, indexes }]) => sum + rows + indexes, 0);
  return [
    note('a million conversations', whole, 'MB'),
    ...sorted.flatMap(([name, { rows, indexes, tables }]) => [
      note(`${name}: rows`, rows, 'MB', tables),
      note(`${name}: indexes`, indexes, 'MB'),
    ]),
  ];
}
