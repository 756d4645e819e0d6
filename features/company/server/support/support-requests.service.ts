import type { Uses } from '#server/portal/portal.ts';
import { fromEuros, toEuros } from '#features/money/contract/money.ts';
import type { SupportMonth, SupportRequest, SupportRequestForm } from '#features/company/contract/support-requests.ts';
import { supportTypes } from '#features/company/contract/support-types.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { confirmActor } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { changeRecord } from '#server/records/change-record.ts';
import { createRecord } from '#server/records/create-record.ts';
import { deleteRecord } from '#server/records/delete-record.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import * as repository from './support-requests.repository.ts';
import type { StoredSupportRequest } from './support-requests.repository.ts';

/** Days before it are typing errors. */
const firstDay = '2000-01-01';

const getToday = ({ clock }: Uses<'clock'>, actor: Actor) => getDay(clock.now().getTime(), actor.timeZone);

/** @param period `2026-11`; undefined for the present month */
export async function listSupportRequests(
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  period: string | undefined,
): Promise<SupportMonth> {
  const first = period === undefined ? getMonth(getToday(portal, actor)) : `${period}-01`;
  const rows = await portal.database.inCompany.read(actor.companyId, (tx) =>
    repository.listSupportRequests(tx, { first, until: addMonths(first, 1) }),
  );
  const sum = (requests: readonly StoredSupportRequest[]) =>
    toEuros(requests.reduce((total, { costTenThousandths }) => total + costTenThousandths, 0));
  return {
    period: first.slice(0, 7),
    data: rows.map(toSupportRequest),
    spent: supportTypes.map((type) => ({ type, total: sum(rows.filter((row) => row.type === type)) })),
    total: sum(rows),
  };
}

/**
 * Records a request of the company acted in. It counts against the support limits of its month, and is billed by the next
 * invoice of the period close.
 * @throws Problem `support.provider` for the provider's own company, `request.invalid`
 */
export function createSupportRequest(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  form: SupportRequestForm,
  idempotencyKey: string | undefined,
): Promise<SupportRequest> {
  const { database, clock } = portal;
  const { actor } = context;
  if (actor.actsFrom === null) throw new Problem('support.provider');
  allowDay(portal, actor, form);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'support.record');
    const now = clock.now();
    return createRecord(tx, {
      ...auditedKind,
      context,
      now,
      action: 'supportRequests.create',
      idempotencyKey,
      request: form,
      create: async () => {
        const { id } = await repository.createSupportRequest(tx, { ...toColumns(form), recordedAt: now });
        return getWritten(tx, id);
      },
      toAnswer: toSupportRequest,
    });
  });
}

/** @throws Problem `request.invalid` for a day that is to come, or before any company */
function allowDay(portal: Uses<'clock'>, actor: Actor, { date }: SupportRequestForm): void {
  if (date >= firstDay && date <= getToday(portal, actor)) return;
  throw new Problem('request.invalid', { fields: [{ path: 'date', message: 'Enter a day up to today.' }] });
}

const toColumns = (form: SupportRequestForm) => ({
  day: form.date,
  type: form.type,
  subject: form.subject.trim(),
  minutes: form.minutes ?? null,
  costTenThousandths: fromEuros(form.cost) ?? 0,
});

async function getWritten(tx: CompanyTransaction, id: string): Promise<StoredSupportRequest> {
  const written = await repository.findSupportRequest(tx, { id });
  if (!written) throw new Error('the support request that was just written is gone');
  return written;
}

/** Waits for an invoice that is issued at the same time. */
async function lockRequest(tx: CompanyTransaction, id: string): Promise<StoredSupportRequest | undefined> {
  await repository.lockSupportRequest(tx, { id });
  return repository.findSupportRequest(tx, { id });
}

function allowUnbilled({ invoiceId }: StoredSupportRequest): void {
  if (invoiceId !== null) throw new Problem('support.billed');
}

/** @throws Problem `record.not-found`, `record.stale`, `support.billed`, `request.invalid` */
export function updateSupportRequest(
  portal: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
  { version, ...form }: SupportRequestForm & { readonly version?: number | undefined },
): Promise<SupportRequest> {
  const { database, clock } = portal;
  const { actor } = context;
  allowDay(portal, actor, form);
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'support.record');
    const written = await changeRecord<StoredSupportRequest>(tx, {
      ...auditedKind,
      context,
      now: clock.now(),
      action: 'supportRequests.update',
      lock: () => lockRequest(tx, id),
      version,
      toVisible: toSupportRequest,
      allow: allowUnbilled,
      write: async () => {
        await repository.updateSupportRequest(tx, { id, ...toColumns(form) });
        return getWritten(tx, id);
      },
    });
    return toSupportRequest(written);
  });
}

/** @throws Problem `record.not-found`, `support.billed` */
export function deleteSupportRequest(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  return database.inCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'support.record');
    await deleteRecord<StoredSupportRequest>(tx, {
      ...auditedKind,
      context,
      now: clock.now(),
      action: 'supportRequests.delete',
      lock: () => lockRequest(tx, id),
      allow: allowUnbilled,
      delete: () => repository.deleteSupportRequest(tx, { id }),
    });
  });
}

function toSupportRequest({ id, day, costTenThousandths, ...request }: StoredSupportRequest): SupportRequest {
  return { ...request, _id: id, date: day, cost: toEuros(costTenThousandths) };
}

/** How the audit log shows support requests. */
const auditedKind = {
  toSubject: ({ id, subject }: StoredSupportRequest) => ({
    entity: 'supportRequest' as const,
    entityId: id,
    entityLabel: subject,
  }),
  toFields: ({ day, type, subject, minutes, costTenThousandths }: StoredSupportRequest) => ({
    date: day,
    type,
    subject,
    minutes,
    cost: toEuros(costTenThousandths),
  }),
};
