import type { Logger } from 'pino';
import type { Invoice, InvoiceForm, InvoiceUpdate } from '#contract/billing/invoices.ts';
import { toEuros } from '#contract/billing/money.ts';
import { recordAudit } from '../../records/audit.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import { createOnce } from '../../records/idempotency.ts';
import type { Database } from '../../database/open-database.ts';
import { toAuditStamp } from '../../lib/request/call-context.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { refuseOtherId } from '../../lib/request/parse-body.ts';
import { Problem } from '../../lib/request/problem.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { freeNumber } from './invoice-numbers.repository.ts';
import { getInvoiceStatus } from './invoice-status.ts';
import { allowDeletion, allowUnchangedFields, allowUpdate, parseForm } from './invoices.policy.ts';
import * as repository from './invoices.repository.ts';
import type { StoredInvoice } from './invoices.repository.ts';
import type { Provider } from './provider.ts';

export interface InvoicesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly provider: Provider;
  readonly clock: Clock;
  readonly log: Logger;
}

export async function listInvoices({ database, clock }: InvoicesDependencies, actor: Actor): Promise<Invoice[]> {
  const stored = await database.readCompany(actor.companyId, repository.listInvoices);
  const today = getToday(actor, clock);
  return stored.map((invoice) => toInvoice(invoice, today));
}

/** A repeated idempotency key returns the first answer. */
export async function createInvoice(
  { database, clock }: InvoicesDependencies,
  context: CallContext,
  form: InvoiceForm,
  idempotencyKey: string | undefined,
): Promise<Invoice> {
  const { actor } = context;
  const today = getToday(actor, clock);
  const values = parseForm(form, { ...actor, today });
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    const create = async () => {
      const now = clock.now();
      const invoice = await repository.createInvoice(tx, values, now);
      await recordAudit(tx, {
        ...toAuditSubject(invoice),
        ...toAuditStamp(context, now),
        action: 'invoices.create',
        after: toAuditedInvoice(invoice),
      });
      return toInvoice(invoice, today);
    };
    return createOnce(
      tx,
      { key: idempotencyKey, operation: 'invoicesCreate', request: form, now: clock.now() },
      create,
    );
  });
}

/** @throws Problem `record.not-found`, `record.stale`, `invoices.settled`, `request.invalid` */
export async function updateInvoice(
  { database, clock }: InvoicesDependencies,
  context: CallContext,
  id: string,
  update: InvoiceUpdate,
): Promise<Invoice> {
  const { actor } = context;
  const today = getToday(actor, clock);
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    const stored = await repository.lockInvoice(tx, id);
    if (!stored) throw new Problem('record.not-found');
    refuseOtherId(update, id);
    if (update.version !== undefined && update.version !== stored.version) {
      throw new Problem('record.stale', { current: toInvoice(stored, today) });
    }
    const values = parseForm(update, { ...actor, today });
    allowUnchangedFields(update, stored);
    allowUpdate(stored, values);
    const now = clock.now();
    const updated = await repository.updateInvoice(tx, id, values, now);
    await recordAudit(tx, {
      ...toAuditSubject(updated),
      ...toAuditStamp(context, now),
      action: 'invoices.update',
      before: toAuditedInvoice(stored),
      after: toAuditedInvoice(updated),
    });
    return toInvoice(updated, today);
  });
}

/** The billed usage and the number of a deleted invoice go to the next invoice. */
export async function deleteInvoice(
  dependencies: InvoicesDependencies,
  context: CallContext,
  id: string,
): Promise<void> {
  const { database, clock, files, log } = dependencies;
  const { companyId } = context.actor;
  const deleted = await database.withCompany(companyId, async (tx) => {
    await confirmActor(tx, context.actor, 'invoices.manage');
    const stored = await repository.lockInvoice(tx, id);
    if (!stored) throw new Problem('record.not-found');
    allowDeletion(stored);
    await repository.deleteInvoice(tx, id);
    const { seriesYear, seriesNumber } = stored;
    if (seriesYear !== null && seriesNumber !== null) await freeNumber(tx, { seriesYear, seriesNumber });
    await recordAudit(tx, {
      ...toAuditSubject(stored),
      ...toAuditStamp(context, clock.now()),
      action: 'invoices.delete',
      before: toAuditedInvoice(stored),
    });
    return stored;
  });
  if (deleted.pdfKey === null) return;
  await files.delete({ companyId, key: deleted.pdfKey }).catch((error: unknown) => {
    log.warn({ err: error, requestId: context.requestId }, 'the PDF of a deleted invoice is still in storage');
  });
}

export const getToday = ({ timeZone }: Pick<Actor, 'timeZone'>, clock: Clock) =>
  getDay(clock.now().getTime(), timeZone);

/** As the API answers it. */
export function toInvoice(stored: StoredInvoice, today: string): Invoice {
  const { id, invoiceId, company, issueDate, dueDate, version, period } = stored;
  return {
    _id: id,
    invoiceId,
    company,
    issueDate,
    dueDate,
    total: toEuros(stored.totalTenThousandths),
    status: getInvoiceStatus(stored, today),
    version,
    ...(period !== null && { period }),
    hasPdf: stored.pdfKey !== null,
  };
}

/** The invoice in an audit entry. */
export function toAuditSubject({ id, invoiceId }: Pick<StoredInvoice, 'id' | 'invoiceId'>) {
  return { entity: 'invoice', entityId: id, entityLabel: invoiceId };
}

/** The fields in audit entries. */
export function toAuditedInvoice({ totalTenThousandths, ...stored }: StoredInvoice) {
  const { invoiceId, company, issueDate, dueDate, status, period } = stored;
  return { invoiceId, company, issueDate, dueDate, total: toEuros(totalTenThousandths), status, period };
}
