import { withOwner } from '../harness/database.ts';
import type { Bench } from './figure.ts';
import { fillConversations, type BenchCompany } from './conversations.ts';
import type { Portal } from '../harness/portal.ts';
import { openSession } from '../harness/session.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** The portal with all conversations in it, and how its API is asked about the largest company. */
export interface AnalyticsPortal {
  readonly portal: Portal;
  readonly company: BenchCompany;
  /** From sending a call to its parsed answer, in milliseconds. */
  time(path: string, body?: unknown): Promise<{ ms: number; answer: unknown }>;
}

const counts = { quick: 1_000_000, full: 10_000_000 };
const renewAfterMs = 4 * 60_000;

/**
 * `BENCH_CONVERSATIONS` says how many, for a machine that has less room or time.
 * @param own conversations of a figure with a portal of its own, and the share of them that the largest company has
 */
export async function openAnalyticsPortal(
  bench: Bench,
  own: { readonly conversations?: number; readonly ofLargest?: number } = {},
): Promise<AnalyticsPortal> {
  const portal = await bench.portal();
  await waitForDemoConversations(portal);
  const asked = Number(process.env.BENCH_CONVERSATIONS ?? (bench.isQuick ? counts.quick : counts.full));
  const company = await fillConversations(portal, own.conversations ?? asked, own.ofLargest);
  let session = await openSession(portal, 'operator@steward.example');
  let openedAt = performance.now();
  const time = async (path: string, body?: unknown) => {
    if (performance.now() - openedAt > renewAfterMs) {
      session = await openSession(portal, 'operator@steward.example');
      openedAt = performance.now();
    }
    const headers = { authorization: `Bearer ${session.token}`, 'x-company': company.id };
    const sent =
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const startedAt = performance.now();
    const response = await fetch(`${portal.url}/api${path}`, sent);
    const answer: unknown = await response.json();
    const ms = performance.now() - startedAt;
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`);
    return { ms, answer };
  };
  return { portal, company, time };
}

/** Waits until the demo has sent its conversations, which would be measured with the rest. */
export async function waitForDemoConversations(portal: Portal): Promise<void> {
  await withOwner(portal, async (client) => {
    const isComing = async () =>
      (await client.query('select from demo_seed_progress where done_at is null limit 1')).rows.length > 0;
    while (await isComing()) await sleep(500);
  });
}

/** The first instant of a month of the companies' zone, `ago` months before the present one. */
function findMonthStart(ago: number): Date {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Tallinn', hour: '2-digit' }).format(month);
  return new Date(month.getTime() - Number(hour) * 3_600_000);
}

/** `length` whole months, the last one `ago` months before the present one. */
export function findMonths(length: number, ago: number): { from: string; to: string } {
  const until = findMonthStart(ago - 1).getTime();
  return { from: findMonthStart(ago + length - 1).toISOString(), to: new Date(until - 1).toISOString() };
}
