import { randomUUID } from 'node:crypto';
import { findActor } from '../../server/access/actors.ts';
import { findIntakeCaller } from '../../server/access/intake-callers.ts';
import type { Database } from '../../server/database/open-database.ts';
import { reserveBudgets } from '#features/money/server/authorize/authorize.service.ts';
import { commitReservations } from '#features/money/server/authorize/settle.service.ts';
import { getStats } from '#features/dashboard/server/stats.service.ts';
import { createWorkerPool } from '../../server/lib/concurrency/worker-pool.ts';
import { normalizeBatch } from '#domain/conversations/batches/normalize-batch.ts';
import { persistBatches } from '#domain/conversations/batches/persist-batches.service.ts';
import { toRecordId, toReportedSkill } from '../../server/lib/reported-names.ts';
import { systemClock } from '../../server/outside/clock.ts';
import { makeConversations } from '../figures/intake-conversations.ts';

/** A company of the figure, with what its callers sign in by. */
export interface SideCompany {
  readonly id: string;
  readonly intakeKey: string;
  readonly accountId: string;
}

/** The work of one call on the database, from finding the caller on. Resolves to the milliseconds it took. */
export type CompanyCall = (database: Database, company: SideCompany) => Promise<number>;

export const companyCalls = {
  batch: (database, company) => reportBatch(database, company, { conversations: 100, days: 1 }),
  decision: decide,
  dashboard: openDashboard,
} satisfies Readonly<Record<string, CompanyCall>>;

export type CallName = keyof typeof companyCalls;

/** Reports new conversations of the last days, each with two messages and a billed run. */
export async function reportBatch(
  database: Database,
  { intakeKey }: SideCompany,
  { conversations, days }: { readonly conversations: number; readonly days: number },
): Promise<number> {
  const items = { conversations: makeConversations(conversations, days), messages: [], statuses: [] };
  const batch = normalizeBatch(items);
  return time(async () => {
    const caller = await findCaller(database, intakeKey);
    await persistBatches({ database, clock: systemClock }, caller, [batch]);
  });
}

/** Asks for a run and commits it. */
function decide(database: Database, { intakeKey }: SideCompany): Promise<number> {
  const dependencies = { database, clock: systemClock };
  const externalId = randomUUID();
  const skill = toReportedSkill('Skill 7');
  if (!skill) throw new Error('The skill has no name.');
  return time(async () => {
    const asker = await findCaller(database, intakeKey);
    const request = { id: toRecordId(externalId), externalId, skill, user: undefined, keyId: asker.keyId };
    const [answer] = await reserveBudgets(dependencies, asker, [request]);
    if (answer?.decided?.decision !== 'allow') throw new Error('A run was denied.');
    const { reservation } = answer.decided;
    const caller = await findCaller(database, intakeKey);
    const commitment = { reservation, conversation: undefined, intakeKeyId: caller.keyId };
    const [result] = await commitReservations(dependencies, caller, [commitment]);
    if (typeof result !== 'object') throw new Error(`A commit was answered ${result}.`);
  });
}

/** Asked for what is slow to mask alone. */
const workers = createWorkerPool();

function openDashboard(database: Database, { accountId, id }: SideCompany): Promise<number> {
  const until = Date.now();
  const range = { from: new Date(until - 30 * 86_400_000).toISOString(), to: new Date(until).toISOString() };
  return time(async () => {
    const finder = { database, noteSignIn: async () => undefined };
    const actor = await findActor(finder, { accountId, companyId: id, sessionId: undefined });
    if (!actor) throw new Error('The user is not found.');
    const { conversations } = await getStats({ database, workers, clock: systemClock }, actor, range);
    if (conversations === 0) throw new Error('The dashboard is empty.');
  });
}

async function findCaller(database: Database, intakeKey: string) {
  const caller = await findIntakeCaller(database.actors, intakeKey, systemClock.now());
  if (!caller) throw new Error('The intake key is not found.');
  return caller;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
