import { isDeepStrictEqual } from 'node:util';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import { isUuid } from '#contract/uuid.ts';
import type { Invoice, InvoiceForm, InvoiceUpdate } from '#features/billing/contract/invoices.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import type { FieldProblem } from '#contract/problems.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { getLeft, getPaymentStatus, isCredited } from './invoice-status.ts';
import type { InvoiceValues, StoredInvoice } from './invoices.repository.ts';

const years = { first: 2000, last: 2100 };

interface FormContext {
  readonly companyId: string;
  readonly timeZone: string;
  /** The day in the company's zone. */
  readonly today: string;
  /** Whether the invoice is credited, so that this status may come back unchanged. */
  readonly isCredited?: boolean;
}

/**
 * The values of a form as the database stores them.
 * @throws Problem `request.invalid` naming the fields that are wrong
 */
export function parseForm(
  form: InvoiceForm,
  { companyId, timeZone, today, isCredited: isKnownAsCredited = false }: FormContext,
): InvoiceValues {
  const [issueDate, dueDate] = [toCalendarDay(form.issueDate, timeZone), toCalendarDay(form.dueDate, timeZone)];
  const status = form.status === 'Paid' ? 'Paid' : 'Pending';
  const isOverdue = getPaymentStatus({ status, dueDate }, today) === 'Overdue';
  const fields: (FieldProblem | false)[] = [
    isUuid(form.company) &&
      form.company.toLowerCase() !== companyId && { path: 'company', message: 'This is not your company’s id.' },
    ...Object.entries({ issueDate, dueDate }).map(
      ([path, day]) => !isInYears(day) && { path, message: `The date must lie from ${years.first} to ${years.last}.` },
    ),
    dueDate < issueDate && { path: 'dueDate', message: 'The due date must be on or after the issue date.' },
    // Clients that send whole records send the derived status too.
    form.status === 'Overdue' &&
      !isOverdue && {
        path: 'status',
        message: 'An invoice becomes Overdue after its due date; this status cannot be set.',
      },
    form.status === 'Credited' &&
      !isKnownAsCredited && {
        path: 'status',
        message: 'An invoice becomes Credited by a credit note; this status cannot be set.',
      },
  ];
  const wrong = fields.filter((field) => field !== false);
  if (wrong.length > 0) throw new Problem('request.invalid', { fields: wrong });
  const { invoiceId, company } = form;
  return { invoiceId, company, issueDate, dueDate, status, totalTenThousandths: fromEuros(form.total) ?? 0 };
}

const toCalendarDay = (text: string, zone: string) => (text.includes('T') ? getDay(Date.parse(text), zone) : text);

function isInYears(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return /^\d{4}-/.test(day) && year >= years.first && year <= years.last;
}

const readOnlyFields = [
  'period',
  'isOwn',
  'addedBy',
  'kind',
  'credited',
  'creditNotes',
  'paid',
  'corrects',
  'correctionReason',
] as const satisfies (keyof Invoice & keyof InvoiceUpdate)[];

/** Fields of the record that are not in the form may be sent back unchanged. */
export function allowUnchangedFields(update: InvoiceUpdate, shown: Invoice): void {
  const fields = readOnlyFields
    .filter((name) => update[name] !== undefined && !isDeepStrictEqual(update[name], shown[name] ?? null))
    .map((path) => ({ path, message: 'This cannot be changed.' }));
  if (fields.length > 0) throw new Problem('request.invalid', { fields });
}

/** Whether only status and day of payment may change: of what the provider has issued, and of a paid record of the company. */
export function isSettled({ status, isOwn }: StoredInvoice): boolean {
  return status === 'Paid' || !isOwn;
}

/** The company manages its own invoices, the provider all others. */
const canManage = (actor: CapabilityHolder, { isOwn }: StoredInvoice) =>
  can(actor, isOwn ? 'invoices.manage' : 'invoices.manage-issued');

/** Changes that the actor may make to the invoice. */
export function getAbilities(actor: CapabilityHolder, stored: StoredInvoice) {
  const canEdit = canManage(actor, stored) && !isCredited(stored);
  const isPaid = stored.status === 'Paid';
  return {
    canEdit,
    canMarkPaid: canEdit && !isPaid,
    canDelete: canEdit && stored.isOwn && !isPaid,
    canCredit: canEdit && isCreditable(stored) && getLeft(stored) > 0,
  };
}

/** Whether it is an invoice of the provider. */
export const isCreditable = ({ isOwn, kind }: StoredInvoice): boolean => !isOwn && kind === 'invoice';

/** @throws Problem `invoices.issued` */
export function allowManaging(actor: CapabilityHolder, stored: StoredInvoice): void {
  if (!canManage(actor, stored)) throw new Problem('invoices.issued');
}

/** @throws Problem `invoices.credited`, `invoices.settled` */
export function allowUpdate(
  stored: StoredInvoice,
  { status: _status, ...values }: InvoiceValues,
  sent: Pick<InvoiceUpdate, 'status' | 'paidOn'>,
): void {
  const isChanged = sent.status !== 'Credited' || (sent.paidOn ?? stored.paidOn) !== stored.paidOn;
  if (isCredited(stored) && isChanged) throw new Problem('invoices.credited');
  if (!isSettled(stored)) return;
  const isSame = Object.entries(values).every(([name, value]) => stored[name as keyof typeof values] === value);
  if (!isSame) throw new Problem('invoices.settled');
}

/** @throws Problem `invoices.issued`, `invoices.credit-instead`, `invoices.settled` */
export function allowDeletion(actor: CapabilityHolder, stored: StoredInvoice): void {
  allowManaging(actor, stored);
  if (!stored.isOwn) throw new Problem('invoices.credit-instead');
  if (stored.status === 'Paid') throw new Problem('invoices.settled');
}
