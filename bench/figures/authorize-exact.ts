import { setTimeout as sleep } from 'node:timers/promises';
import type { Authorization } from '#features/money/contract/authorize.ts';
import { withOwner } from '../../harness/database.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { openKillablePortal, type KillablePortal } from '../../harness/killable-portal.ts';
import { makeDataDir, type Portal, removeFolder } from '../../harness/portal.ts';
import { makeAuthorizeCompany, setLimits, type AuthorizeCompany } from './authorize-company.ts';

const clients = 200;
const pauseMs = 50;
/** In ten-thousandths of a euro. */
const price = 107;
/** Part of the calls whose connection the client cuts before the answer, and of those it repeats though answered. */
const [cutPart, repeatPart] = [0.02, 0.02];
const longestWaitMs = 30;
/** Part of the runs that the account's limit has room for. */
const roomPart = 0.6;

export const authorizeExact = {
  title: 'Budgets after kills',
  method: `100,000 questions of €0.0107 by ${clients} clients at once, of which six in ten fit into the limits of account and skill; every allowed run is committed. Clients cut connections before the answer, repeat at random, and repeat whatever was not answered, while the server, and every second time its database too, is killed with SIGKILL ten times and started again. Nothing is released, so every run that is denied although the limit has room for it at the end was denied falsely.`,
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const [questions, kills] = isQuick ? [5000, 3] : [100_000, 10];
    const dataDir = makeDataDir();
    const program = openKillablePortal(dataDir);
    try {
      const company = await makeAuthorizeCompany(await program.current());
      const limit = Math.floor(questions * roomPart) * price;
      await setLimits(await program.current(), company, { account: limit, skill: limit });
      const outcome = await askAll(program, company, { questions, killAfter: Math.ceil(questions / (kills + 1)) });
      return await judge(await program.current(), company, { ...outcome, limit, kills: program.kills() });
    } finally {
      await (await program.current().catch(() => undefined))?.stop();
      removeFolder(dataDir);
    }
  },
};

interface Outcome {
  readonly allowed: number;
  readonly denied: number;
  /** Answers to a repeated call that were not the first one's. */
  readonly changed: number;
}

/** Every client asks, commits what is allowed, and takes the next question. */
async function askAll(
  program: KillablePortal,
  { secret }: AuthorizeCompany,
  { questions, killAfter }: { questions: number; killAfter: number },
): Promise<Outcome> {
  const call = createCaller(program, secret);
  let [begun, done, allowed, denied, changed] = [0, 0, 0, 0, 0];
  const work = async () => {
    while (begun < questions) {
      const requestId = `run-${(begun += 1)}`;
      const question = { skill: `Skill 1`, user: { id: `u-${begun % 500}` }, requestId };
      const text = await call('/authorize', question);
      if (Math.random() < repeatPart && (await call('/authorize', question)) !== text) changed += 1;
      const { decision, reservation } = JSON.parse(text) as Authorization;
      if (decision === 'deny') denied += 1;
      else {
        const commit = () => call(`/authorize/${reservation}/commit`, { conversation: `c-${requestId}` });
        const committed = await commit();
        if (Math.random() < repeatPart && (await commit()) !== committed) changed += 1;
        allowed += 1;
      }
      done += 1;
      // Not waited for by the others: they are in the middle of theirs.
      if (done % killAfter === 0 && done < questions) await program.kill();
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { allowed, denied, changed };
}

/** Calls until there is a good answer, as an assistant does whose connection broke; some connections it cuts itself. */
export function createCaller(program: KillablePortal, secret: string) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return async (path: string, body: object): Promise<string> => {
    for (;;) {
      const { url } = await program.current();
      const signal = Math.random() < cutPart ? AbortSignal.timeout(Math.ceil(Math.random() * longestWaitMs)) : null;
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
      const answer = await fetch(`${url}/api${path}`, init).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 200 && text !== undefined) return text;
      if (answer && ![200, 429, 502, 503].includes(answer.status)) {
        throw new Error(`${path} was answered ${answer.status}: ${text}`);
      }
      await sleep(pauseMs);
    }
  };
}

interface Counts {
  readonly rows: number;
  readonly spent: number;
  readonly rolled: number;
  readonly committed: number;
  readonly open: number;
}

async function judge(
  portal: Portal,
  { id }: AuthorizeCompany,
  { allowed, denied, changed, limit, kills }: Outcome & { limit: number; kills: number },
): Promise<Reading[]> {
  const counts = await withOwner(portal, async (client) => {
    const { rows } = await client.query<Counts>(
      `select (select count(*)::int from usage_events where company_id = $1) as rows,
        (select coalesce(sum(price_ten_thousandths), 0)::float8 from usage_events where company_id = $1) as spent,
        (select coalesce(sum(requests * price_ten_thousandths), 0)::float8 from usage_daily where company_id = $1)
          as rolled,
        (select count(*)::int from budget_reservations where company_id = $1 and state = 'committed') as committed,
        (select count(*)::int from budget_reservations where company_id = $1 and state = 'held') as open`,
      [id],
    );
    return rows[0];
  });
  if (!counts) throw new Error('Nothing was counted.');
  const falselyDenied = Math.min(denied, Math.max(0, Math.floor((limit - counts.spent) / price)));
  return [
    atMost('overshoot', '0 cents', Math.max(0, counts.spent - limit) / 100, { ...counts, limit }),
    atMost('false denials', '0', falselyDenied),
    atMost('committed reservations − ledger rows', '0', Math.abs(allowed - counts.rows)),
    atMost('committed holds, roll-up and ledger apart', '0', countDifferences(counts)),
    atMost('answers that changed when repeated', '0', changed),
    note('kills', kills, ''),
    note('questions', allowed + denied, ''),
  ];
}

const countDifferences = ({ rows, spent, rolled, committed, open }: Counts) =>
  Math.abs(rows - committed) + Math.abs(spent - rolled) + open;
