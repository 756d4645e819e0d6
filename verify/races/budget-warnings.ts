import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { intakeKeyPrefix } from '#features/intake/contract/intake-keys.ts';
import { atOnce } from '../../harness/load.ts';
import { getDatabaseUrls, withOwner } from '../../harness/database.ts';
import type { Portal } from '../../harness/portal.ts';
import { hashIntakeKey } from '../../server/access/intake-callers.ts';
import { jobSchema } from '../../server/outside/jobs/job-queues.ts';
import { callApi } from '../../server/testing/api-client.ts';
import { createVerdict, type Check, type Verdict } from '../check.ts';
import { withMailServer, type MailServer } from '../mail-server.ts';
import { withRacePortal, type RaceWorld } from './race-portal.ts';

/** In ten-thousandths of a euro. */
const price = 107;
const limitRuns = 20;
/** Runs that are committed at once: from nothing over a half of the limit, and from there over four fifths of it. */
const steps = [
  { threshold: 50, runs: 12 },
  { threshold: 80, runs: 5 },
] as const;
const companiesAtOnce = 10;
const [pollMs, deliveryLimitMs] = [100, 120_000];

export const budgetWarnings: Check = {
  title:
    'The budget warnings are planned again and again while assistants of 1,000 companies commit 17 runs of a limit of 20, 12 and then 5 at once',
  expected:
    'each company’s administrator gets one mail for 50 % and one for 80 % of the limit, by the log and by the mail server',
  async run({ isQuick }) {
    const rounds = isQuick ? 50 : 1000;
    const verdict = createVerdict();
    let [checks, between, mails] = [0, 0, 0];
    const race = async ({ portal }: RaceWorld, server: MailServer) => {
      const companies = await makeCompanies(portal, rounds);
      const planner = await openPlanner(portal);
      const commitAll = async (runs: number) => {
        const next = companies.values();
        await atOnce(companiesAtOnce, async () => {
          for (const { secret } of next) await commitAtOnce(portal.url, { secret, runs, verdict });
        });
      };
      for (const { threshold, runs } of steps) {
        const planning = planner.repeat();
        await commitAll(runs);
        between += await countLogged(portal, threshold);
        checks += await planning.stop();
        checks += await planner.planOnce();
      }
      await planner.close();
      await waitForMails(portal, server, 2 * rounds);
      await judge(portal, { server, addresses: companies.map(({ email }) => email), verdict });
      mails = server.received.length;
    };
    await withMailServer((server, settings) =>
      withRacePortal((world) => race(world, server), { ...settings, LOG_LEVEL: 'warn' }),
    );
    verdict.expect(between > 0, 'no warning was planned while runs were committed');
    const counts = { mails, checks, 'warned while runs were committed': between };
    return { rounds, counts, faults: verdict.faults() };
  },
};

interface WarnedCompany {
  readonly secret: string;
  /** E-mail address of its one administrator. */
  readonly email: string;
}

async function makeCompanies(portal: Portal, count: number): Promise<WarnedCompany[]> {
  const made = Array.from({ length: count }, () => {
    const secret = `${intakeKeyPrefix}${randomBytes(32).toString('base64url')}`;
    return { secret, email: `${randomUUID()}@test.example` };
  });
  await withOwner(portal, (client) =>
    client.query(
      `with wanted as (
          select gen_random_uuid() as id, gen_random_uuid() as skill, gen_random_uuid() as account, w.*
          from unnest($1::bytea[], $2::text[]) w (secret_hash, email)),
        company as (insert into companies (id, name) select id, 'Warned ' || email from wanted),
        settings as (
          insert into notification_settings (company_id, budget_warning) select id, true from wanted),
        account as (
          insert into identity.accounts (id, name, email, email_verified) select account, 'Warned', email, true from wanted),
        administrator as (
          insert into users (company_id, account_id, email, first_name, last_name, company, roles)
          select id, account, email, 'Warned', 'Administrator', 'Warned', array['SuperAdmin'] from wanted),
        budget as (
          insert into company_limits (company_id, limit_ten_thousandths) select id, ${limitRuns * price} from wanted),
        skill as (
          insert into skills (company_id, id, name, service_provider, price_ten_thousandths)
          select id, skill, 'Skill 1', 'SAP', ${price} from wanted),
        reported as (
          insert into reported_skills (company_id, name, name_key, skill_id) select id, 'Skill 1', 'skill 1', skill from wanted)
      insert into intake_keys (company_id, name, hint, secret_hash, created_by)
      select id, 'Warned', 'warn', secret_hash, 'verify' from wanted`,
      [made.map(({ secret }) => hashIntakeKey(secret)), made.map(({ email }) => email)],
    ),
  );
  return made;
}

interface Commits {
  readonly secret: string;
  readonly runs: number;
  readonly verdict: Verdict;
}

/** Asks for all runs, and then commits them at once. */
async function commitAtOnce(url: string, { secret, runs, verdict }: Commits): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  const asked = await atOnce(runs, () => {
    const body = { skill: 'Skill 1', user: { id: 'u-1' }, requestId: randomUUID() };
    return callApi(url, '/authorize', { body, headers });
  });
  const answers = await atOnce(runs, (place) => {
    const { reservation } = (asked[place]?.body ?? {}) as { reservation?: string };
    return callApi(url, `/authorize/${reservation}/commit`, { body: {}, headers });
  });
  for (const { status } of answers) verdict.expect(status === 200, `a commit was answered ${status}`);
}

/** Starts the portal's minutely job by its queue, in which one job waits or runs at a time. */
async function openPlanner(portal: Portal) {
  const { ownerUrl } = await getDatabaseUrls(portal);
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  const isPlanning = () => hasJobs(portal, 'notifications');
  const planOnce = async () => {
    const accepted = await boss.send('notifications');
    while (await isPlanning()) await sleep(pollMs);
    return accepted === null ? 0 : 1;
  };
  return {
    planOnce,
    /** Until `stop`, which answers how many checks ran. */
    repeat() {
      let [isOver, checks] = [false, 0];
      const work = (async () => {
        while (!isOver) checks += await planOnce();
      })();
      return {
        stop: async () => {
          isOver = true;
          await work;
          return checks;
        },
      };
    },
    close: () => boss.stop({ graceful: false }),
  };
}

function hasJobs(portal: Portal, queue: string): Promise<boolean> {
  return withOwner(portal, async (client) => {
    const text = `select exists (select from ${jobSchema}.job where name = $1 and state < 'completed') as found`;
    const { rows } = await client.query<{ found: boolean }>(text, [queue]);
    return rows[0]?.found === true;
  });
}

function countLogged(portal: Portal, threshold: number): Promise<number> {
  return withOwner(portal, async (client) => {
    const text = 'select count(*)::int as count from notification_log where key like $1';
    const { rows } = await client.query<{ count: number }>(text, [`budget:%:${threshold}`]);
    return rows[0]?.count ?? 0;
  });
}

async function waitForMails(portal: Portal, { received }: MailServer, count: number): Promise<void> {
  const deadline = performance.now() + deliveryLimitMs;
  while (performance.now() < deadline && (received.length < count || (await hasJobs(portal, 'mail.send')))) {
    await sleep(pollMs);
  }
}

interface Judged {
  readonly server: MailServer;
  readonly addresses: readonly string[];
  readonly verdict: Verdict;
}

async function judge(portal: Portal, { server, addresses, verdict }: Judged): Promise<void> {
  const arrived = Map.groupBy(server.received, ({ to }) => to);
  for (const address of addresses) {
    const count = arrived.get(address)?.length ?? 0;
    verdict.expect(count === steps.length, `an administrator got ${count} mails of ${steps.length}`);
  }
  const { rows } = await withOwner(portal, (client) =>
    client.query<{ threshold: string; mails: number; companies: number }>(
      `select substring(notification_key from '[0-9]+$') as threshold, count(*)::int as mails,
          count(distinct company_id)::int as companies
        from sent_mails where recipient = any($1) group by 1 order by 1`,
      [addresses],
    ),
  );
  const found = rows.map(({ threshold, mails, companies }) => `${threshold} %: ${mails} of ${companies}`).join(', ');
  const wanted = steps.map(({ threshold }) => `${threshold} %: ${addresses.length} of ${addresses.length}`).join(', ');
  verdict.expect(found === wanted, `the log has other mails: ${found}`);
}
