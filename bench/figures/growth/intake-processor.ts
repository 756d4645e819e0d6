import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withOwner } from '../../../harness/database.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { shareOut } from '../../../harness/load.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { median, roundAll } from '../../../harness/statistics.ts';
import { copyRows, makeTwins, readRows } from '../../copied-rows.ts';
import { note, type Bench, type Reading } from '../../figure.ts';
import { type ProcessorTime, timeProcessor } from '../../processor-time.ts';
import { makeConversations } from '../intake-conversations.ts';

/** Assistants of as many companies, each with one batch on its way. */
const senders = 4;
const namesOfCompanies = Array.from({ length: senders }, (_, place) => `Bench processor ${place + 1}`);

export const intakeProcessor = {
  title: 'Processor time of the intake',
  method:
    'User and system time of the portal with its threads and of all processes of its database, in seconds per 1,000 new conversations (2 messages and 1 billed run each; 40 skills, 2,000 users) of 4 assistants of 4 companies, each with one batch on its way: from the first report until no conversation waits for the search; rows, ledger and roll-ups are durable with the answer. A round is 4,000 conversations in batches of 100, or 1,000 one by one. In turns: with usage by department followed by the triggers of migration 0043 (as it comes), without these triggers, and with the sums of 20 departments kept, as a limit of a department needs them. At last the database’s time for COPY of all rows that this left in the tables of those companies, index of the search and roll-ups too, into tables of the same columns and indexes without triggers, foreign keys, partitions and wall, and into tables without indexes. Medians of the rounds.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    return withNewPortal({}, async (portal) => {
      await waitForDemo(portal);
      const secrets = [];
      for (const name of namesOfCompanies) secrets.push(await makeIntakeKey(portal, name));
      const rounds = await measureReports({ portal, secrets }, isQuick ? 2 : 7);
      return toReadings(rounds, await measureCopies(portal, isQuick ? 2 : 5));
    });
  },
};

interface Senders {
  readonly portal: Portal;
  readonly secrets: readonly string[];
}

interface Load {
  readonly batches: number;
  readonly size: number;
}

const inBatches: Load = { batches: 40, size: 100 };
const oneByOne: Load = { batches: 1000, size: 1 };

interface Reported {
  readonly batches: ProcessorTime[];
  readonly single: ProcessorTime[];
  readonly withoutTriggers: ProcessorTime[];
  readonly withSums: ProcessorTime[];
}

async function measureReports(to: Senders, rounds: number): Promise<Reported> {
  const run = (text: string) => withOwner(to.portal, (client) => client.query(text));
  const reported: Reported = { batches: [], single: [], withoutTriggers: [], withSums: [] };
  // Statements are prepared and code is compiled by then, as in a portal that has run for a minute.
  for (let time = 0; time < 3; time += 1) await measureReport(to, inBatches);
  await measureReport(to, oneByOne);
  await run(departmentsText);
  for (let round = 0; round < rounds; round += 1) {
    reported.batches.push(await measureReport(to, inBatches));
    reported.single.push(await measureReport(to, oneByOne));
    await run('alter table usage_monthly disable trigger user');
    reported.withoutTriggers.push(await measureReport(to, inBatches));
    await run('alter table usage_monthly enable trigger user');
    await run(keepSumsText);
    reported.withSums.push(await measureReport(to, inBatches));
    await run('delete from summed_departments; delete from usage_by_department');
  }
  return reported;
}

const isOurs = `company_id in (select id from companies where name like 'Bench processor %')`;

/** Every reported user belongs to one of 20 departments. */
const departmentsText = `
  insert into cost_owners (company_id, person_id, from_month, recorded_month, department)
  select company_id, id, '2020-01-01', '2020-01-01', 'Department ' || number % 20 from reported_users where ${isOurs}
  on conflict do nothing`;

/** Makes the sums, as a decision does that has a limit of a department. */
const keepSumsText = `
  select sum_departments(id, date_trunc('month', now() at time zone 'Europe/Tallinn')::date)
  from companies where name like 'Bench processor %'`;

/** Processor time per 1,000 conversations. The bodies are made before it counts. */
async function measureReport({ portal, secrets }: Senders, { batches, size }: Load): Promise<ProcessorTime> {
  const bodies = Array.from({ length: batches }, () => JSON.stringify({ conversations: makeConversations(size) }));
  const { portal: ofPortal, database } = await timeProcessor(portal, async () => {
    await shareOut(bodies, senders, async (body, sender) => {
      while (!(await isTaken(portal, { body, size, secret: secrets[sender] ?? '' }))) await sleep(250);
    });
    await withOwner(portal, waitForSearch);
  });
  const thousands = (batches * size) / 1000;
  return { portal: ofPortal / thousands, database: database / thousands };
}

/** False where the machine is too busy for it at the moment. */
async function isTaken({ url }: Portal, report: { body: string; size: number; secret: string }): Promise<boolean> {
  const headers = { authorization: `Bearer ${report.secret}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/intake/conversations`, { method: 'POST', headers, body: report.body });
  const text = await answer.text();
  if (answer.status === 503) return false;
  if (!text.startsWith(`{"accepted":${report.size},"rejected":[]`))
    throw new Error(`A batch was answered ${answer.status}: ${text.slice(0, 500)}`);
  return true;
}

async function waitForSearch(client: pg.Client): Promise<void> {
  while ((await client.query('select from search_pending limit 1')).rows.length > 0) await sleep(200);
}

/** The database's time to copy the rows, per 1,000 conversations, into tables with and without indexes. */
async function measureCopies(portal: Portal, rounds: number) {
  return withOwner(portal, async (client) => {
    const { rows: companies } = await client.query<{ id: string }>(
      `select id::text as id from companies where name like 'Bench processor %'`,
    );
    const ids = companies.map(({ id }) => id);
    const tables = await readRows(client, ids, ['public.intake_keys', 'public.cost_owners']);
    const conversations = tables.find(({ name }) => name === 'public.conversations')?.rows ?? 0;
    const copied = { indexed: [] as number[], plain: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [kind, including] of twins) {
        await makeTwins(client, tables, including);
        const { database } = await timeProcessor(portal, () => copyRows(client, tables));
        copied[kind].push((database * 1000) / conversations);
      }
    }
    const amounts = Object.fromEntries(tables.map(({ name, rows }) => [name.replace('public.', ''), rows]));
    return { ...copied, amounts };
  });
}

const twins = [
  ['indexed', 'including all'],
  ['plain', 'including generated including compression including storage'],
] as const;

type Copied = Awaited<ReturnType<typeof measureCopies>>;

function toReadings({ batches, single, withoutTriggers, withSums }: Reported, { indexed, plain, amounts }: Copied) {
  const both = batches.map(({ portal, database }) => portal + database);
  const [whole, copy] = [median(both) / 1000, median(indexed) / 1000];
  return [
    note('portal and database, batches of 100', whole, 's', { ms: roundAll(both) }),
    ...describe('batches of 100', batches),
    note('portal and database / COPY into tables with indexes', whole / copy, '', { rowsThatWereCopied: amounts }),
    note('database alone / COPY into tables with indexes', medianOf(batches, 'database') / copy, ''),
    note('portal and database / COPY into tables without indexes', (whole * 1000) / median(plain), ''),
    note('COPY into tables with indexes', copy, 's', { ms: roundAll(indexed) }),
    note('COPY into tables without indexes', median(plain) / 1000, 's', { ms: roundAll(plain) }),
    ...describe('one by one', single),
    note('database without the triggers', medianOf(withoutTriggers, 'database'), 's', toDetails(withoutTriggers)),
    note('database with sums of 20 departments kept', medianOf(withSums, 'database'), 's', toDetails(withSums)),
  ];
}

const describe = (load: string, times: readonly ProcessorTime[]): Reading[] => [
  note(`portal, ${load}`, medianOf(times, 'portal'), 's', toDetails(times)),
  note(`database, ${load}`, medianOf(times, 'database'), 's'),
];

const medianOf = (times: readonly ProcessorTime[], part: keyof ProcessorTime) =>
  median(times.map((time) => time[part])) / 1000;

const toDetails = (times: readonly ProcessorTime[]) => ({
  portalMs: roundAll(times.map(({ portal }) => portal)),
  databaseMs: roundAll(times.map(({ database }) => database)),
});
