import { addDays, getDay } from '#contract/calendar/zones.ts';
import type { Uses } from '#server/portal/portal.ts';
import {
  defaultSilenceHours,
  rejectReasons,
  type KeyReportDay,
  type KeyReports,
  type RejectReason,
} from '#features/intake/contract/key-reports.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { listUnreadNames } from '#domain/ledger/unread-names.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { recordAudit } from '#server/records/audit.ts';
import { findIntakeKey, lockIntakeKey } from '../intake-keys.repository.ts';
import * as repository from './key-reports.repository.ts';

const defaultDays = 30;

const toOn = (at: Date | null | undefined, overAt: Date | null | undefined): string | null =>
  at && (!overAt || overAt < at) ? at.toISOString() : null;

/** Answers how the items of a key's calls ended. Flushes the counts that this portal still has in memory first. */
export async function getKeyReports(
  { database, clock, keyReports }: Uses<'database' | 'keyReports' | 'clock'>,
  { companyId, timeZone }: Actor,
  { id, days = String(defaultDays) }: { readonly id: string; readonly days: string | undefined },
): Promise<KeyReports> {
  await keyReports.flush(companyId);
  const key = await database.inCompany.read(companyId, (tx) => findIntakeKey(tx, { id }));
  if (!key) throw new Problem('record.not-found');
  const alerts = await database.inCompany.read(companyId, (tx) => repository.findAlerts(tx, { id }));
  const first = addDays(getDay(clock.now().getTime(), timeZone), 1 - Number(days));
  const rows = await database.inCompany.read(companyId, (tx) => repository.listReportDays(tx, { id, first }));
  const unread = await database.inCompany.read(companyId, (tx) => listUnreadNames(tx, { id }));
  return {
    id,
    name: key.name,
    hint: key.hint,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    acceptedAt: alerts?.acceptedAt?.toISOString() ?? null,
    silenceHours: alerts ? alerts.silenceHours : defaultSilenceHours,
    silentSince: key.revokedAt === null ? toOn(alerts?.silentAt, alerts?.silenceOverAt) : null,
    failingSince: key.revokedAt === null ? toOn(alerts?.failingAt, alerts?.failingOverAt) : null,
    days: [...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => toDay(date, ofDay)),
    unread: unread.map(({ seenAt, ...name }) => ({ ...name, seenAt: seenAt.toISOString() })),
  };
}

type ReportRow = Awaited<ReturnType<typeof repository.listReportDays>>[number];

const isRejected = (reason: string): reason is RejectReason => (rejectReasons as readonly string[]).includes(reason);

function toDay(date: string, rows: readonly ReportRow[]): KeyReportDay {
  const itemsOf = (reason: string) => rows.find((row) => row.reason === reason)?.items ?? 0;
  const rejected = rows.flatMap(({ reason, items }) => (isRejected(reason) ? [{ reason, items }] : []));
  return {
    date,
    accepted: itemsOf('accepted'),
    late: itemsOf('late'),
    ignored: itemsOf('ignored'),
    rejected: rejected.toSorted((one, other) => other.items - one.items),
  };
}

export async function updateKeyAlerts(
  portal: Uses<'database' | 'keyReports' | 'clock'>,
  context: CallContext,
  { id, silenceHours }: { readonly id: string; readonly silenceHours: number | null },
): Promise<KeyReports> {
  const { database, clock } = portal;
  const { actor } = context;
  const now = clock.now();
  await database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'intake.manage');
    const key = await lockIntakeKey(tx, { id });
    if (!key) throw new Problem('record.not-found');
    if (key.revokedAt !== null) throw new Problem('intake.key-revoked');
    const stored = await repository.findAlerts(tx, { id });
    const before = stored ? stored.silenceHours : defaultSilenceHours;
    if (before === silenceHours) return;
    await repository.updateSilenceHours(tx, { id, silenceHours });
    await recordAudit(tx, {
      ...toAuditStamp(context, now),
      action: 'intakeKeys.updateAlerts',
      entity: 'intakeKey',
      entityId: id,
      entityLabel: key.name,
      before: { silenceHours: before },
      after: { silenceHours },
    });
  });
  return getKeyReports(portal, actor, { id, days: undefined });
}
