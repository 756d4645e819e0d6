import type { Uses } from '#server/portal/portal.ts';
import type { Invoice, InvoiceForm, InvoiceUpdate } from '#features/money/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { CapabilityHolder } from '#contract/capabilities.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { refuseOtherId } from '#server/lib/request/parse-body.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Clock } from '#server/outside/clock.ts';
import { keepDeletedInvoice } from './deleted-invoices.repository.ts';
import { getInvoiceStatus } from './invoice-status.ts';
import {
  allowDeletion,
  allowManaging,
  allowUnchangedFields,
  allowUpdate,
  getAbilities,
  isSettled,
  parseForm,
} from './invoices.policy.ts';
import * as repository from './invoices.repository.ts';
import type { StoredInvoice } from './invoices.repository.ts';
import type { Provider } from './provider.ts';

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly provider: Provider;
  }
}

export async function listInvoices({ database, clock }: Uses<'database' | 'clock'>, actor: Actor): Promise<Invoice[]> {
  const stored = await database.inCompany.read(actor.companyId, repository.listInvoices);
  const today = getToday(actor, clock);
  return stored.map((invoice) => toInvoice(invoice, actor, today));
}

/** A repeated idempotency key returns the first answer. */
export async function createInvoice(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  form: InvoiceForm,
  idempotencyKey: string | undefined,
): Promise<Invoice> {
  const { actor } = context;
  const today = getToday(actor, clock);
  const values = parseForm(form, { ...actor, today });
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    const now = clock.now();
    return createRecord(tx, {
      ...auditedInvoice,
      context,
      now,
      action: 'invoices.create',
      idempotencyKey,
      request: form,
      create: () => {
        const addedBy = `${actor.firstName} ${actor.lastName}`.trim();
        return repository.createInvoice(tx, { ...values, isOwn: !actor.isProvider, addedBy }, now);
      },
      toAnswer: (invoice) => toInvoice(invoice, actor, today),
    });
  });
}

/** @throws Problem `record.not-found`, `record.stale`, `invoices.issued`, `invoices.settled`, `request.invalid` */
export async function updateInvoice(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
  update: InvoiceUpdate,
): Promise<Invoice> {
  const { actor } = context;
  const today = getToday(actor, clock);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    const now = clock.now();
    const updated = await changeRecord(tx, {
      ...auditedInvoice,
      context,
      now,
      action: 'invoices.update',
      lock: () => repository.lockInvoice(tx, { id }),
      version: update.version,
      toVisible: (stored) => toInvoice(stored, actor, today),
      allow: (stored) => {
        allowManaging(actor, stored);
        refuseOtherId(update, id);
        allowUnchangedFields(update, stored);
      },
      write: (stored) => {
        const values = parseForm(update, { ...actor, today });
        allowUpdate(stored, values);
        return repository.updateInvoice(tx, { ...values, id, now });
      },
    });
    return toInvoice(updated, actor, today);
  });
}

/** The usage that a deleted invoice has billed becomes unbilled. That of a closed month can be issued again. */
export async function deleteInvoice(
  portal: Uses<'database' | 'files' | 'clock' | 'log'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { database, clock, files, log } = portal;
  const { actor } = context;
  const { companyId } = actor;
  const now = clock.now();
  const deleted = await database.inCompany(companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    return deleteRecord(tx, {
      ...auditedInvoice,
      context,
      now,
      action: 'invoices.delete',
      lock: () => repository.lockInvoice(tx, { id }),
      allow: (stored) => allowDeletion(actor, stored),
      delete: async (stored) => {
        await repository.deleteInvoice(tx, { id });
        if (stored.period !== null) await keepDeletedInvoice(tx, { ...stored, period: stored.period, deletedAt: now });
      },
    });
  });
  if (deleted.pdfKey === null) return;
  await files.delete({ companyId, key: deleted.pdfKey }).catch((error: unknown) => {
    log.warn({ err: error, requestId: context.requestId }, 'the PDF of a deleted invoice is still in storage');
  });
}

export const getToday = ({ timeZone }: Pick<Actor, 'timeZone'>, clock: Clock) =>
  getDay(clock.now().getTime(), timeZone);

/** Converts a stored invoice to that of the API. @param today the day in the company's zone */
export function toInvoice(stored: StoredInvoice, actor: CapabilityHolder, today: string): Invoice {
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
    isSettled: isSettled(stored),
    isOwn: stored.isOwn,
    ...(stored.addedBy !== null && { addedBy: stored.addedBy }),
    ...getAbilities(actor, stored),
  };
}

/** The invoice in an audit entry. */
export function toAuditSubject({ id, invoiceId }: Pick<StoredInvoice, 'id' | 'invoiceId'>) {
  return { entity: 'invoice', entityId: id, entityLabel: invoiceId };
}

type AuditedInvoice = Record<keyof InvoiceForm | 'period', unknown>;

/** The fields in audit entries: those of the form, of which none can be forgotten, and the month. */
export function toAuditedInvoice({ totalTenThousandths, ...stored }: StoredInvoice): AuditedInvoice {
  const { invoiceId, company, issueDate, dueDate, status, period } = stored;
  return { invoiceId, company, issueDate, dueDate, total: toEuros(totalTenThousandths), status, period };
}

/** How the audit log shows invoices. */
const auditedInvoice = { toSubject: toAuditSubject, toFields: toAuditedInvoice };
