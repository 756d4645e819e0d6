import type { Authorization } from '#features/money/contract/authorize.ts';
import {
  authorizeCompanyName,
  makeAuthorizeCompany,
  type AuthorizeCompany,
} from '../../bench/figures/authorize-company.ts';
import { createCaller } from '../../bench/figures/authorize-exact.ts';
import { withOwner } from '../../harness/database.ts';
import { makeIntakeKey } from '../../harness/intake-key.ts';
import { atOnce } from '../../harness/load.ts';
import type { Portal } from '../../harness/portal.ts';
import { rootDir } from '../../tools/setup/paths.mjs';
import { runProgram } from '../../harness/run-program.ts';
import type { Check, Verdict } from '../check.ts';
import { withFaultPortal, type FaultWorld } from './fault-portal.ts';

const clients = 200;
const persons = 40;
const departments = ['Sales', 'Finance', 'Support', 'Legal'];
/** In ten-thousandths of a euro. */
const price = 107;
const repeatPart = 0.02;
/**
 * Parts of the runs that are asked for, for which each limit has room. A few persons ask most, so that they reach theirs first, then one of
 * two keys, two departments, and at the end the account.
 */
const room = { person: 0.04, departments: [0.12, 0.12, 0.3, 0.3], key: 0.2, account: 0.5 };

export const limitKills: Check = {
  title:
    'SIGKILL of the portal, every second time of its database too, while 200 clients ask at once against limits of each person, four departments, one of two keys and the account, and commit what is allowed',
  expected:
    'overshoot of any limit 0, false denials 0; ledger and all its sums equal what was answered; a repeated call gets its answer',
  run({ isQuick }) {
    const [questions, kills] = isQuick ? [4000, 4] : [40_000, 20];
    return withFaultPortal({ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000' }, async (world) => {
      const { program, verdict } = world;
      const company = await makeAuthorizeCompany(await program.current());
      const portal = await program.current();
      const limits = await setUp(portal, company, questions);
      const keys = [company.secret, await makeIntakeKey(portal, authorizeCompanyName, 'Without a limit')];
      const asked = await askAll(world, keys, { questions, killAfter: Math.ceil(questions / (kills + 1)) });
      const spent = await readSpent(await program.current(), company);
      const judged = judge({ limits, spent, asked, verdict });
      await verifySums(world, company);
      return { rounds: program.kills(), counts: { questions, ...judged } };
    });
  },
};

/** A limit by its kind and owner: `person u-1`, `department Sales`, `key` or `account`. */
type Limits = ReadonlyMap<string, number>;

const toPerson = (place: number) => `u-${place}`;
const toDepartment = (place: number) => departments[place % departments.length] ?? '';
const pickPerson = () => Math.floor(persons * Math.random() ** 2);

/** Cents as on the invoice, in ten-thousandths: one skill with one price. */
const toCost = (runs: number) => Math.floor((runs * price + 50) / 100) * 100;

/** Names of the limits that apply to a run of a person, by the key with a limit or the other one. */
const listLimits = (place: number, isLimited: boolean) => [
  'account',
  `department ${toDepartment(place)}`,
  `person ${toPerson(place)}`,
  ...(isLimited ? ['key'] : []),
];

/** Reports each person once, puts them into departments, and sets the limits, also of the only key. */
async function setUp(portal: Portal, { id, secret }: AuthorizeCompany, questions: number): Promise<Limits> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  for (let place = 0; place < persons; place += 1) {
    const body = JSON.stringify({ skill: 'Free', user: { id: toPerson(place) }, requestId: `first-${place}` });
    const { status } = await fetch(`${portal.url}/api/authorize`, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`A person was answered ${status}.`);
  }
  const toLimit = (part: number) => toCost(Math.floor(questions * part));
  const limits = new Map([
    ['account', toLimit(room.account)],
    ['key', toLimit(room.key)],
    ...departments.map((name, place) => [`department ${name}`, toLimit(room.departments[place] ?? 0)] as const),
    ...Array.from({ length: persons }, (_, place) => [`person ${toPerson(place)}`, toLimit(room.person)] as const),
  ]);
  await withOwner(portal, async (client) => {
    await client.query(
      `insert into cost_owners (company_id, person_id, from_month, recorded_month, department)
        select r.company_id, r.id, '0001-01-01', '2026-01-01', t.department
        from unnest($2::text[], $3::text[]) t (key, department)
        join reported_user_keys k on k.company_id = $1 and k.key = t.key
        join reported_users r on r.company_id = $1 and r.number = k.number`,
      [
        id,
        Array.from({ length: persons }, (_, place) => `id:${toPerson(place)}`),
        Array.from({ length: persons }, (_, place) => toDepartment(place)),
      ],
    );
    await client.query('insert into company_limits (company_id, limit_ten_thousandths) values ($1, $2)', [
      id,
      limits.get('account'),
    ]);
    await client.query(
      `insert into owner_limits (company_id, kind, owner, limit_ten_thousandths)
        select $1::uuid, 'eachPerson', '', $2::bigint
        union all select $1::uuid, 'department', name, amount from unnest($4::text[], $3::bigint[]) d (name, amount)
        union all select $1::uuid, 'key', k.id::text, $5::bigint from intake_keys k where k.company_id = $1::uuid`,
      [
        id,
        limits.get('person u-0'),
        departments.map((name) => limits.get(`department ${name}`)),
        departments,
        limits.get('key'),
      ],
    );
  });
  return limits;
}

interface Asked {
  readonly allowed: number;
  /** The limits that apply to each denied run. */
  readonly denied: ReadonlyArray<readonly string[]>;
  readonly named: ReadonlyMap<string, number>;
  /** Answers to a repeated call that were not those of the first one. */
  readonly changed: number;
}

/** Every client asks, commits what is allowed, and takes the next question, whatever is killed meanwhile. */
async function askAll(
  { program }: FaultWorld,
  keys: readonly string[],
  { questions, killAfter }: { readonly questions: number; readonly killAfter: number },
): Promise<Asked> {
  const callers = keys.map((secret) => createCaller(program, secret));
  const denied: string[][] = [];
  const named = new Map<string, number>();
  let [begun, done, allowed, changed] = [0, 0, 0, 0];
  await atOnce(clients, async (client) => {
    const isLimited = client % keys.length === 0;
    const askTwice = async (path: string, body: object) => {
      const call = callers[client % keys.length];
      const text = (await call?.(path, body)) ?? '';
      if (Math.random() < repeatPart && (await call?.(path, body)) !== text) changed += 1;
      return JSON.parse(text) as Authorization;
    };
    while (begun < questions) {
      const [run, place] = [begun, pickPerson()];
      begun += 1;
      const question = { skill: 'Skill 1', user: { id: toPerson(place) }, requestId: `run-${run}` };
      const { decision, reservation, limit } = await askTwice('/authorize', question);
      if (decision === 'deny') {
        denied.push(listLimits(place, isLimited));
        const kind = limit?.kind ?? 'none';
        named.set(kind, (named.get(kind) ?? 0) + 1);
      } else {
        await askTwice(`/authorize/${reservation}/commit`, { conversation: `c-${run}` });
        allowed += 1;
      }
      done += 1;
      // The others do not wait for it: they are in the middle of theirs.
      if (done % killAfter === 0 && done < questions) await program.kill();
    }
  });
  return { allowed, denied, named, changed };
}

/** Runs by limit, from the usage events themselves. */
async function readSpent(portal: Portal, { id }: AuthorizeCompany): Promise<ReadonlyMap<string, number>> {
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ place: number; isLimited: boolean; runs: number }>(
      `select substring(k.key from 6)::int as place, l.owner is not null as "isLimited", count(*)::int as runs
        from usage_events e
        join reported_user_keys k on k.company_id = $1 and k.number = e.user_number
        left join owner_limits l on l.company_id = $1 and l.kind = 'key' and l.owner = e.intake_key_id::text
        where e.company_id = $1 and e.price_ten_thousandths > 0 group by 1, 2`,
      [id],
    ),
  );
  const spent = new Map<string, number>();
  const add = (name: string, runs: number) => spent.set(name, (spent.get(name) ?? 0) + runs);
  for (const { place, isLimited, runs } of rows) for (const name of listLimits(place, isLimited)) add(name, runs);
  return spent;
}

interface Judged {
  readonly limits: Limits;
  readonly spent: ReadonlyMap<string, number>;
  readonly asked: Asked;
  readonly verdict: Verdict;
}

/** Nothing is released, so a run was denied falsely where all its limits have room for it at the end. */
function judge({ limits, spent, asked, verdict }: Judged) {
  const getRuns = (name: string) => spent.get(name) ?? 0;
  const over = [...limits].map(([name, limit]) => Math.max(0, toCost(getRuns(name)) - limit));
  const overshoot = over.reduce((sum, each) => sum + each, 0) / 100;
  const hasRoom = (name: string) => toCost(getRuns(name) + 1) <= (limits.get(name) ?? 0);
  const falselyDenied = asked.denied.filter((names) => names.every(hasRoom)).length;
  verdict.expect(overshoot === 0, `limits were exceeded by ${overshoot} cents`);
  verdict.expect(falselyDenied === 0, `${falselyDenied} runs were denied falsely`);
  verdict.expect(asked.allowed === getRuns('account'), 'the ledger has other runs than were allowed');
  verdict.expect(asked.changed === 0, `${asked.changed} repeated calls got another answer`);
  for (const kind of ['person', 'department', 'key', 'account'])
    verdict.expect((asked.named.get(kind) ?? 0) > 0, `no run was denied by the limit of a ${kind}`);
  const denials = [...asked.named].toSorted().map(([kind, count]) => `${kind} ${count}`);
  return {
    allowed: asked.allowed,
    'denied by': denials.join(' · '),
    'overshoot in cents': overshoot,
    'false denials': falselyDenied,
  };
}

/** Compares all sums with the ledger, those by department too. */
async function verifySums({ program, dataDir, verdict }: FaultWorld, { id }: AuthorizeCompany): Promise<void> {
  const { exitCode, output } = await runProgram(
    process.execPath,
    ['server/commands/money/rollups.ts', 'verify'],
    rootDir,
    {
      ...process.env,
      DATA_DIR: dataDir,
    },
  );
  verdict.expect(exitCode === 0, `sums differ from their rows: ${output.trim().split('\n').at(-1)}`);
  const { rows } = await withOwner(await program.current(), (client) =>
    client.query<{ kept: number; different: number }>(
      `with stored as (
          select month, department, skill_number, price_ten_thousandths, requests from usage_by_department where company_id = $1),
        wanted as (
          select month, coalesce(find_department(company_id, user_number, month), ''), skill_number, price_ten_thousandths,
            sum(requests) from usage_monthly where company_id = $1 group by 1, 2, 3, 4)
        select (select count(*)::int from stored) as kept, (
          select count(*)::int from ((table stored except table wanted) union all (table wanted except table stored)) d) as different`,
      [id],
    ),
  );
  verdict.expect((rows[0]?.kept ?? 0) > 0, 'no sums by department are kept');
  verdict.expect(rows[0]?.different === 0, `${rows[0]?.different} sums by department differ from the usage of persons`);
}
