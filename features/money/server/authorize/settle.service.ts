import type { Uses } from '#server/portal/portal.ts';
import type { CommittedEvent } from '#features/money/contract/authorize.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { CompanyBatcher } from '#server/database/company-batcher.ts';
import { toLedgerMoment } from '#domain/ledger/calendar/ledger-moment.ts';
import { usageChannels, type UsageEvent } from '#domain/ledger/usage-event.ts';
import { listReleasable } from '#domain/ledger/released-usage.ts';
import { recordUsage } from '#domain/ledger/usage-ledger.ts';
import type { IntakeCaller } from '#server/lib/request/intake-caller.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { toReservationTimes } from './authorize.service.ts';
import * as repository from './reservations.repository.ts';
import type { RecordedUsage, Reservation, ReservationTimes } from './reservations.repository.ts';

/** A commit, which waits for its company's next transaction, or a release. */
export interface Commitment {
  readonly reservation: string;
  /** The sender's id. */
  readonly conversation: string | undefined;
  /** The key that commits or releases it. */
  readonly intakeKeyId: string;
}

/** The recorded usage event, or why none was recorded. */
export type CommitResult = RecordedUsage | ProblemCode;

const retryAfterSeconds = 1;

/**
 * Records the usage event of a reservation, once. An expired reservation is recorded where its budgets still have room.
 * @throws Problem `record.not-found`, `authorize.released`, `authorize.expired`, `authorize.busy`; DatabaseUnavailable
 */
export async function commitReservation(
  batcher: CompanyBatcher<Commitment, CommitResult>,
  caller: IntakeCaller,
  commitment: Commitment,
): Promise<{ committed: true; request: CommittedEvent }> {
  const result = batcher.add(caller, commitment);
  if (!result) throw new Problem('authorize.busy', { retryAfterSeconds });
  const recorded = await result;
  if (typeof recorded === 'string') throw new Problem(recorded);
  const { externalId: id, skill, price, occurredAt, day, isBilled: billed } = recorded;
  return {
    committed: true,
    request: { id, skill, price: toEuros(price), date: occurredAt.toISOString(), day, billed },
  };
}

/** Commits the reservations of several calls of one company in one transaction. */
export function commitReservations(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, timeZone }: IntakeCaller,
  commitments: readonly Commitment[],
): Promise<CommitResult[]> {
  return database.withLedger(companyId, async (tx) => {
    const reservations = await repository.listReservations(
      tx,
      commitments.map(({ reservation }) => reservation),
    );
    const expired = await renewExpired(tx, reservations.values(), toReservationTimes(clock));
    const events = new Map<string, UsageEvent>();
    for (const commitment of commitments) {
      const reservation = reservations.get(commitment.reservation);
      if (!reservation || reservation.state === 'released' || expired.has(reservation.id)) continue;
      // A repeated one, because the first may not have named the conversation.
      const known = events.get(reservation.id);
      if (!known?.conversationId) events.set(reservation.id, toUsageEvent(reservation, commitment));
    }
    await recordUsage(tx, [...events.values()], toLedgerMoment(clock.now(), timeZone));
    const recorded = await repository.listRecordedUsage(tx, reservations.values());
    return commitments.map(({ reservation: name }) => {
      const reservation = reservations.get(name);
      if (!reservation) return 'record.not-found';
      if (reservation.state === 'released') return 'authorize.released';
      return recorded.get(reservation.id) ?? 'authorize.expired';
    });
  });
}

/**
 * Renews expired reservations one after the other, because each takes room from the next.
 * @returns the ids of those whose budgets have no room any more
 */
async function renewExpired(
  tx: CompanyTransaction,
  reservations: Iterable<Reservation>,
  times: ReservationTimes,
): Promise<Set<string>> {
  const expired = new Set<string>();
  for (const { id, state, expiresAt } of reservations) {
    if (state !== 'held' || expiresAt > times.now) continue;
    if (!(await repository.renewReservation(tx, id, times))) expired.add(id);
  }
  return expired;
}

function toUsageEvent(reservation: Reservation, { conversation, intakeKeyId }: Commitment): UsageEvent {
  const { id, externalId, takenAt, dayNumber, skillNumber, userNumber } = reservation;
  return {
    id,
    externalId,
    occurredAt: takenAt.getTime(),
    day: dayNumber,
    conversationId: conversation === undefined ? null : toRecordId(conversation),
    skillNumber,
    userNumber,
    channels: usageChannels.authorize,
    isBilled: true,
    model: null,
    replaces: [],
    senders: '',
    intakeKeyId,
  };
}

/**
 * Releases the reservation of a usage event that did not take place, also where telemetry or the intake have reported it, of
 * which it is not billed then.
 * @throws Problem `record.not-found`, `authorize.committed`; DatabaseUnavailable
 */
export async function releaseReservation(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, timeZone }: IntakeCaller,
  commitment: Commitment,
): Promise<{ released: true }> {
  await database.withLedger(companyId, async (tx) => {
    const reservation = (await repository.listReservations(tx, [commitment.reservation])).get(commitment.reservation);
    if (!reservation) throw new Problem('record.not-found');
    const moment = toLedgerMoment(clock.now(), timeZone);
    if (reservation.state === 'committed' && (await listReleasable(tx, [reservation.id], moment)).size === 0)
      throw new Problem('authorize.committed');
    await repository.releaseReservation(tx, { id: reservation.id });
    await recordUsage(tx, [{ ...toUsageEvent(reservation, commitment), isReleased: true }], moment);
  });
  return { released: true };
}
