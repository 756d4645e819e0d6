import type pg from 'pg';
import type { CommittedRequest } from '#contract/intake/authorize.ts';
import { toEuros } from '#contract/billing/money.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { CompanyBatcher } from '../../database/company-batcher.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import { enterRequests } from '../../ledger/record-usage.ts';
import { lockCompany } from '../../ledger/lock-company-ledger.ts';
import type { IntakeCaller } from '../../lib/request/intake-caller.ts';
import { Problem } from '../../lib/request/problem.ts';
import { toRecordId } from '../../lib/reported-names.ts';
import { toMoment } from './authorize.service.ts';
import type { AuthorizeDependencies } from './authorize.service.ts';
import { findHolds, findRuns, releaseHold, retakeHold } from './reservations.repository.ts';
import type { LedgerRun } from './reservations.repository.ts';
import type { Hold } from './holds.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/** That a run took place, as it waits for its company's turn. */
export interface Commitment {
  readonly reservation: string;
  /** The sender's id. */
  readonly conversation: string | undefined;
}

/** The run as it stands in the ledger, or why it does not. */
export type Settled = LedgerRun | ProblemCode;

const retryAfterSeconds = 1;

/**
 * Enters an authorised run in the ledger, once. One whose hold has expired is entered where its budgets still have room.
 * @throws Problem `record.not-found`, `authorize.released`, `authorize.expired`, `authorize.busy`; DatabaseUnavailable
 */
export async function commit(
  queue: CompanyBatcher<Commitment, Settled>,
  caller: IntakeCaller,
  commitment: Commitment,
): Promise<{ committed: true; request: CommittedRequest }> {
  const answer = queue.add(caller, commitment);
  if (!answer) throw new Problem('authorize.busy', { retryAfterSeconds });
  const settled = await answer;
  if (typeof settled === 'string') throw new Problem(settled);
  const { externalId: id, skill, price, occurredAt, day } = settled;
  return { committed: true, request: { id, skill, price: toEuros(price), date: occurredAt.toISOString(), day } };
}

/** Enters what several callers of one company commit, in one transaction. */
export function enterCommitments(
  { database, clock }: AuthorizeDependencies,
  { companyId }: IntakeCaller,
  commitments: readonly Commitment[],
): Promise<Settled[]> {
  return database.withCompany(companyId, async (tx) => {
    const executor = toExecutor(tx);
    const [, holds] = await Promise.all([
      lockCompany(executor, companyId),
      findHolds(
        executor,
        companyId,
        commitments.map(({ reservation }) => reservation),
      ),
    ]);
    const expired = await retakeExpired(executor, companyId, [...holds.values()], toMoment(clock));
    const entered = new Map<string, Commitment & { hold: Hold }>();
    for (const commitment of commitments) {
      const hold = holds.get(commitment.reservation);
      const isOpen = hold?.state === 'held' && !expired.has(hold.id);
      if (isOpen && !entered.has(hold.id)) entered.set(hold.id, { ...commitment, hold });
    }
    await enterRequests(executor, companyId, Array.from(entered.values(), toBilledRun));
    const runs = await findRuns(
      executor,
      companyId,
      Array.from(holds.values(), ({ id }) => id),
    );
    return commitments.map(({ reservation }) => {
      const hold = holds.get(reservation);
      if (!hold) return 'record.not-found';
      if (hold.state === 'released') return 'authorize.released';
      return runs.get(hold.id) ?? 'authorize.expired';
    });
  });
}

/** Holds that have expired, and whose amount is gone. The others count again, each before the next is looked at. */
async function retakeExpired(
  executor: Executor,
  companyId: string,
  holds: readonly Hold[],
  moment: { now: Date; expiresAt: Date },
): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const { id, state, expiresAt } of holds) {
    if (state !== 'held' || expiresAt > moment.now.getTime()) continue;
    if (!(await retakeHold(executor, companyId, id, moment))) gone.add(id);
  }
  return gone;
}

function toBilledRun({ hold, conversation }: Commitment & { hold: Hold }) {
  return {
    id: hold.id,
    externalId: hold.externalId,
    occurredAt: hold.takenAt,
    day: hold.day,
    conversation: conversation === undefined ? null : toRecordId(conversation),
    skill: hold.skill,
    user: hold.user,
    onlyIfFirst: false,
  };
}

/**
 * Frees what is held for a run that did not take place.
 * @throws Problem `record.not-found`, `authorize.committed`; DatabaseUnavailable
 */
export async function release(
  { database }: AuthorizeDependencies,
  { companyId }: IntakeCaller,
  reservation: string,
): Promise<{ released: true }> {
  await database.withCompany(companyId, async (tx) => {
    const executor = toExecutor(tx);
    await lockCompany(executor, companyId);
    const hold = (await findHolds(executor, companyId, [reservation])).get(reservation);
    if (!hold) throw new Problem('record.not-found');
    if (hold.state === 'committed') throw new Problem('authorize.committed');
    await releaseHold(executor, companyId, hold.id);
  });
  return { released: true };
}
