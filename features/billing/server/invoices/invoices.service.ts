import type { Uses } from '#server/portal/portal.ts';
import { matchesInvoice, type InvoiceFilter } from '#features/billing/contract/invoices/invoice-filters.ts';
import type { Invoice, InvoiceForm, InvoiceUpdate } from '#features/billing/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { CapabilityHolder } from '#contract/capabilities.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { refuseOtherId } from '#server/lib/request/parse-body.ts';
import { getDay } from '#contract/calendar/zones.ts';
import type { Clock } from '#server/outside/clock.ts';
import { getBilledCompany } from './close-period.repository.ts';
import { getInvoiceStatus, isCredited } from './invoice-status.ts';
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
import type { InvoiceValues, StoredInvoice } from './invoices.repository.ts';
import { createPaper, withIssuedFiles } from './papers/issue-paper.service.ts';
import { claimReference } from './papers/issued-numbers.repository.ts';
import { markPayments } from './mark-payments.service.ts';
import { findIssuedVat, splitTotal } from './vat.ts';
import type { InvoiceRow } from './rows/invoice-rows.ts';
import { getVatTerms } from '../vat/vat-terms.service.ts';
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

/** The same with what accountants file, for those that the filter leaves. */
export async function listInvoiceRows(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  filter: InvoiceFilter,
): Promise<InvoiceRow[]> {
  const { stored, printed } = await portal.database.inCompany(actor.companyId, async (tx) => ({
    stored: await repository.listInvoices(tx),
    printed: await repository.listPrintedVatNumbers(tx),
  }));
  const today = getToday(actor, portal.clock);
  const vatNumbers = new Map(printed.map(({ id, vatNumber }) => [id, vatNumber]));
  return stored
    .map((each) => ({
      invoice: toInvoice(each, actor, today),
      vat: each.isOwn ? null : findIssuedVat(each),
      vatNumber: vatNumbers.get(each.id) ?? null,
    }))
    .filter(({ invoice }) => matchesInvoice(invoice, filter));
}

/** A repeated idempotency key returns the first answer. */
export async function createInvoice(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  form: InvoiceForm,
  idempotencyKey: string | undefined,
): Promise<Invoice> {
  const { actor } = context;
  const { clock } = portal;
  const { companyId } = actor;
  const today = getToday(actor, clock);
  const values = parseForm(form, { ...actor, today });
  return withIssuedFiles(portal, companyId, async (tx, fileKeys) => {
    await confirmActor(tx, actor, 'invoices.manage');
    const now = clock.now();
    return createRecord(tx, {
      ...auditedInvoice,
      context,
      now,
      action: 'invoices.create',
      idempotencyKey,
      request: form,
      create: async () => {
        const typed = { ...values, addedBy: `${actor.firstName} ${actor.lastName}`.trim() };
        if (!actor.isProvider) return repository.createInvoice(tx, { ...typed, isOwn: true }, now);
        const paper = await issueTyped(portal, tx, { companyId, values, fileKeys, now });
        return repository.createInvoice(tx, { ...typed, isOwn: false, ...paper }, now);
      },
      toAnswer: (invoice) => toInvoice(invoice, actor, today),
    });
  });
}

/**
 * The paper of an invoice that the provider's people type, which has one line with its net.
 * @throws Problem `invoices.example-issuer`, `invoices.no-address`, `invoices.number-taken`
 */
async function issueTyped(
  portal: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  input: { companyId: string; values: InvoiceValues; fileKeys: string[]; now: Date },
) {
  const { companyId, values, fileKeys, now: madeAt } = input;
  if (portal.provider.isExample) throw new Problem('invoices.example-issuer');
  if (!(await getBilledCompany(tx)).hasAddress) throw new Problem('invoices.no-address');
  const getTerms = await getVatTerms(tx, portal.provider);
  const vat = splitTotal(values.totalTenThousandths, getTerms(values.issueDate));
  const reference = await claimReference(tx, values.invoiceId);
  const invoice = { ...values, period: null, reference };
  return { vat, ...(await createPaper(portal, tx, { companyId, invoice, lines: [], vat, madeAt, fileKeys })) };
}

/** @throws Problem `record.not-found`, `record.stale`, `invoices.issued`, `invoices.credited`, `invoices.settled`, `invoices.paid-by-bank`, `request.invalid` */
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
        allowUnchangedFields(update, toInvoice(stored, actor, today));
      },
      write: async (stored) => {
        const parsed = parseForm(update, { ...actor, today, isCredited: isCredited(stored) });
        allowUpdate(stored, parsed, update);
        const values = update.status === 'Credited' ? { ...parsed, status: stored.status } : parsed;
        const paidOn = values.status === 'Paid' ? (update.paidOn ?? stored.paidOn ?? today) : null;
        const paid = await markPayments(tx, { stored, status: values.status, paidOn, actor, now });
        return repository.updateInvoice(tx, { ...values, ...paid, id, now });
      },
    });
    return toInvoice(updated, actor, today);
  });
}

/** Deletes a record of the company. @throws Problem `record.not-found`, `invoices.issued`, `invoices.credit-instead`, `invoices.settled` */
export async function deleteInvoice(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  await database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'invoices.manage');
    return deleteRecord(tx, {
      ...auditedInvoice,
      context,
      now: clock.now(),
      action: 'invoices.delete',
      lock: () => repository.lockInvoice(tx, { id }),
      allow: (stored) => allowDeletion(actor, stored),
      delete: () => repository.deleteInvoice(tx, { id }),
    });
  });
}

export const getToday = ({ timeZone }: Pick<Actor, 'timeZone'>, clock: Clock) =>
  getDay(clock.now().getTime(), timeZone);

/** Converts a stored invoice to that of the API. @param today the day in the company's zone */
export function toInvoice(stored: StoredInvoice, actor: CapabilityHolder, today: string): Invoice {
  const {
    id,
    invoiceId,
    company,
    issueDate,
    dueDate,
    version,
    period,
    kind,
    creditedTenThousandths: credited,
  } = stored;
  return {
    _id: id,
    invoiceId,
    company,
    issueDate,
    dueDate,
    total: getShownTotal(stored),
    status: getInvoiceStatus(stored, today),
    version,
    kind,
    ...(credited > 0 && { credited: toEuros(credited), creditNotes: stored.creditNotes }),
    ...(stored.paidTenThousandths > 0 && { paid: toEuros(stored.paidTenThousandths) }),
    ...(stored.corrects !== null && { corrects: stored.corrects }),
    ...(stored.correctionReason !== null && { correctionReason: stored.correctionReason }),
    ...(period !== null && { period }),
    ...(stored.paidOn !== null && { paidOn: stored.paidOn }),
    isSettled: isSettled(stored),
    isOwn: stored.isOwn,
    ...(stored.addedBy !== null && { addedBy: stored.addedBy }),
    ...getAbilities(actor, stored),
  };
}

/** In euros; below 0 for a credit note. */
const getShownTotal = ({ kind, totalTenThousandths }: StoredInvoice): number =>
  toEuros(kind === 'creditNote' ? -totalTenThousandths : totalTenThousandths);

/** The invoice in an audit entry. */
export function toAuditSubject({ id, invoiceId }: Pick<StoredInvoice, 'id' | 'invoiceId'>) {
  return { entity: 'invoice', entityId: id, entityLabel: invoiceId };
}

type AuditedInvoice = Record<
  keyof InvoiceForm | 'period' | 'paidOn' | 'paid' | 'credited' | 'corrects' | 'correctionReason',
  unknown
>;

/** The fields in audit entries: those of the form, of which none can be forgotten, the month, and what credit notes say. */
export function toAuditedInvoice(stored: StoredInvoice): AuditedInvoice {
  const { invoiceId, company, issueDate, dueDate, status, period, paidOn, correctionReason } = stored;
  return {
    invoiceId,
    company,
    issueDate,
    dueDate,
    total: getShownTotal(stored),
    status,
    period,
    paidOn,
    paid: stored.paidTenThousandths === 0 ? null : toEuros(stored.paidTenThousandths),
    credited: stored.creditedTenThousandths === 0 ? null : toEuros(stored.creditedTenThousandths),
    corrects: stored.corrects?.invoiceId ?? null,
    correctionReason,
  };
}

/** How the audit log shows invoices. */
export const auditedInvoice = { toSubject: toAuditSubject, toFields: toAuditedInvoice };
