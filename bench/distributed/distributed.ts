import { companyCalls, type CallName } from './company-calls.ts';
import { openSide, type Side } from './side.ts';
import { listTouched } from './touched-shards.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { median, quantile, roundAll } from '../../harness/statistics.ts';
import { findCitus } from '../../tools/distributed/citus.ts';
import { serverSettings, startCluster } from '../../tools/distributed/cluster.ts';
import { createClusterDatabase, runOn, toDatabaseUrl } from '../../tools/distributed/distributed-database.ts';

const name = 'steward_bench';
const callNames = ['batch', 'decision', 'dashboard'] as const;
const callsPerRound: Readonly<Record<CallName, number>> = { batch: 40, decision: 120, dashboard: 40 };
/** Against the whole of the plain server: the coordinator's processor time, and the time of a call. */
const reaches: Readonly<Record<CallName, { cpu?: string; time: string }>> = {
  batch: { cpu: '0.4', time: '1.5' },
  decision: { cpu: '0.7', time: '2' },
  dashboard: { time: '1.5' },
};

export const distributed = {
  title: 'Distributed over two workers, beside a plain PostgreSQL',
  method:
    'A coordinator and two workers (Citus 13.2, 8 shards) and a plain PostgreSQL of the same version, with the same settings on this machine, in turns. The calls are the portal’s own services from finding the caller on, sent by one sender for 8 companies in turn (2,000 reported users, 40 skills with a limit each, a limit of the account, conversations of 30 days): a batch of 100 conversations of two messages and a billed run, a decision that is asked for and committed, a dashboard of 30 days. Processor time is that of all processes of a server, read before and after each round; times are medians of a round; each ratio is taken within its round, and its median over the rounds is given. Shards are counted by the logs of all servers, for a call of each kind of every company; that a key or a session is used is noted apart, once a minute at most.',
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    let programs: string;
    try {
      programs = findCitus();
    } catch (error) {
      return [{ name: 'not measured', reach: '', measured: String(error instanceof Error ? error.message : error) }];
    }
    const cluster = await startCluster(programs, 'citus.shard_count = 8');
    try {
      const plain = await cluster.servers.open('plain', serverSettings);
      await runOn(plain.url, `create database ${name}`);
      const companies = isQuick ? 2 : 8;
      const sides = [
        await openSide({
          name: 'plain',
          ownerUrl: toDatabaseUrl(plain.url, name),
          servers: [plain],
          companies,
        }),
        await openSide({
          name: 'distributed',
          ownerUrl: await createClusterDatabase(cluster, name),
          servers: [cluster.coordinator, ...cluster.workerServers],
          companies,
        }),
      ] as const;
      try {
        return await compare(sides, isQuick ? 2 : 7);
      } finally {
        for (const { database } of sides) await database.close();
      }
    } finally {
      await cluster.stop();
    }
  },
};

type Sides = readonly [plain: Side, distributed: Side];

async function compare(sides: Sides, rounds: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  // Statements are prepared and code is compiled by then.
  for (const side of sides) for (const call of callNames) await measureRound(side, call);
  for (const call of callNames) {
    const [ofPlain, ofDistributed]: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ofPlain.push(await measureRound(sides[0], call));
      ofDistributed.push(await measureRound(sides[1], call));
    }
    readings.push(...toReadings(call, ofPlain, ofDistributed));
  }
  const calls = sides[1].companies.flatMap((company) =>
    callNames.map((call) => () => companyCalls[call](sides[1].database, company)),
  );
  const touched = await listTouched(sides[1].servers, calls);
  if (touched.some((places) => places.length === 0)) throw new Error('A call was not seen in the logs.');
  const most = Math.max(...touched.map(({ length }) => length));
  return [
    ...readings,
    atMost('shards that a call of one company touched', '1', most, { calls: touched.length, touched }),
  ];
}

interface Round {
  /** Processor milliseconds of a call on each server. */
  readonly cpu: readonly number[];
  readonly times: readonly number[];
}

async function measureRound({ database, companies, servers }: Side, call: CallName): Promise<Round> {
  const count = callsPerRound[call];
  const before = servers.map((server) => server.readProcessorMs());
  const times: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const company = companies[place % companies.length];
    if (company) times.push(await companyCalls[call](database, company));
  }
  const cpu = servers.map((server, place) => (server.readProcessorMs() - (before[place] ?? 0)) / count);
  return { cpu, times };
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

function toReadings(call: CallName, plain: readonly Round[], spread: readonly Round[]): Reading[] {
  const { cpu, time } = reaches[call];
  const ratioOf = (value: (round: Round) => number, base = value) =>
    median(spread.map((round, place) => value(round) / base(plain[place] ?? round)));
  const coordinator = ratioOf(
    ({ cpu: [first = NaN] }) => first,
    ({ cpu: all }) => sum(all),
  );
  const times = ratioOf((round) => median(round.times));
  const timeOf = (rounds: readonly Round[]) => roundAll(rounds.map((round) => median(round.times)));
  const cpuOf = (rounds: readonly Round[]) => rounds.map((round) => round.cpu.map((each) => Number(each.toFixed(2))));
  const title = `processor time of the coordinator for a ${call} / of plain PostgreSQL`;
  return [
    ...(cpu === undefined ? [note(title, coordinator, '')] : [atMost(title, cpu, coordinator)]),
    note(
      `processor time of all servers for a ${call} / of plain PostgreSQL`,
      ratioOf((round) => sum(round.cpu)),
      '',
    ),
    note(`processor time of plain PostgreSQL for a ${call}`, median(plain.map((round) => sum(round.cpu))), 'ms', {
      plain: cpuOf(plain),
      distributed: cpuOf(spread),
    }),
    atMost(`time of a ${call} / on plain PostgreSQL`, time, times, {
      plainMs: timeOf(plain),
      distributedMs: timeOf(spread),
    }),
    note(
      `95 % of a ${call}, distributed`,
      quantile(
        spread.flatMap((round) => round.times),
        0.95,
      ),
      'ms',
    ),
  ];
}
