import type { Maintenance, MaintenanceForm } from '#features/company/contract/maintenance.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit, type AuditRecord } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import type { MaintenanceWatch } from './maintenance-watch.service.ts';
import * as repository from './maintenance.repository.ts';
import type { StoredMaintenance } from './maintenance.repository.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly maintenance: Pick<MaintenanceWatch, 'find' | 'refresh'>;
  }
}

/** Time of a change, and for its audit entry whose it is; no entry where the installation has no provider. */
export interface MaintenanceChange {
  readonly now: Date;
  readonly author: (Pick<AuditRecord, 'actor' | 'requestId'> & { readonly companyId: string }) | undefined;
}

export const toMaintenance = ({ message, beganAt, expectedUntil }: StoredMaintenance): Maintenance => ({
  message,
  since: beganAt.toISOString(),
  until: expectedUntil?.toISOString() ?? null,
});

const toFields = ({ message, expectedUntil }: StoredMaintenance) => ({
  maintenance: true,
  message,
  until: expectedUntil?.toISOString() ?? null,
});

async function recordChange(
  tx: SystemTransaction,
  { now, author }: MaintenanceChange,
  change: Pick<AuditRecord, 'action' | 'before' | 'after'>,
): Promise<void> {
  const subject = { entity: 'maintenance', entityId: 'maintenance', entityLabel: 'Maintenance' };
  if (author) await recordAudit(tx, { ...subject, ...author, now, ...change });
}

/** Denies changes in all portals from their next look on, or changes what is announced; of it is kept what is undefined. */
export async function enableMaintenanceInTransaction(
  tx: SystemTransaction,
  { message, until }: { readonly message: string | null | undefined; readonly until: Date | null | undefined },
  change: MaintenanceChange,
): Promise<StoredMaintenance> {
  const before = await repository.lockMaintenance(tx);
  const announced = {
    message: message === undefined ? (before?.message ?? null) : message,
    expectedUntil: until === undefined ? (before?.expectedUntil ?? null) : until,
  };
  const after = await repository.upsertMaintenance(tx, { ...announced, now: change.now });
  const fields = { before: before ? toFields(before) : { maintenance: false }, after: toFields(after) };
  await recordChange(tx, change, { action: 'maintenance.enable', ...fields });
  return after;
}

/** Allows changes again. @returns whether they were denied */
export async function disableMaintenanceInTransaction(
  tx: SystemTransaction,
  change: MaintenanceChange,
): Promise<boolean> {
  const before = await repository.lockMaintenance(tx);
  if (!before) return false;
  await repository.deleteMaintenance(tx);
  const fields = { before: toFields(before), after: { maintenance: false } };
  await recordChange(tx, change, { action: 'maintenance.disable', ...fields });
  return true;
}

type Parts = Uses<'database' | 'clock' | 'maintenance'>;

const toChange = (context: CallContext, now: Date): MaintenanceChange => {
  const { actor, requestId } = toAuditStamp(context, now, true);
  return { now, author: { actor, requestId, companyId: context.actor.homeCompanyId } };
};

/** Gets it as the portal that answers saw it at its last look. */
export function getMaintenance({ maintenance }: Uses<'maintenance'>): { maintenance: Maintenance | null } {
  const present = maintenance.find();
  return { maintenance: present ? toMaintenance(present) : null };
}

/** This portal denies changes with the answer, the others within seconds. */
export async function enableMaintenance(
  { database, clock, maintenance }: Parts,
  context: CallContext,
  { message, minutes }: MaintenanceForm,
): Promise<Maintenance> {
  const now = clock.now();
  const until = typeof minutes === 'number' ? new Date(now.getTime() + minutes * 60_000) : minutes;
  const stored = await database.inSystem('maintenance.set', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    return enableMaintenanceInTransaction(tx, { message: message || null, until }, toChange(context, now));
  });
  await maintenance.refresh();
  return toMaintenance(stored);
}

export async function disableMaintenance({ database, clock, maintenance }: Parts, context: CallContext): Promise<void> {
  await database.inSystem('maintenance.set', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    await disableMaintenanceInTransaction(tx, toChange(context, clock.now()));
  });
  await maintenance.refresh();
}
