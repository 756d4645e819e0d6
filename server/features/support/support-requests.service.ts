import { fromEuros, toEuros } from '#contract/billing/money.ts';
import type { SupportMonth, SupportRequest, SupportRequestForm } from '#contract/billing/support-requests.ts';
import { supportTypes } from '#contract/billing/support-types.ts';
import { addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import { confirmActor } from '../../access/confirm-actor.ts';
import type { Database } from '../../database/open-database.ts';
import type { Actor } from '../../lib/request/actor.ts';
import type { CallContext } from '../../lib/request/call-context.ts';
import { Problem } from '../../lib/request/problem.ts';
import type { Clock } from '../../outside/clock.ts';
import { createRecord } from '../../records/create-record.ts';
import { deleteRecord } from '../../records/delete-record.ts';
import * as repository from './support-requests.repository.ts';
import type { StoredSupportRequest } from './support-requests.repository.ts';

export interface SupportDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Days before it are typing errors. */
const firstDay = '2000-01-01';

const getToday = ({ clock }: SupportDependencies, actor: Actor) => getDay(clock.now().getTime(), actor.timeZone);

/** @param period `2026-11`; undefined for the present month */
export async function listSupportRequests(
  dependencies: SupportDependencies,
  actor: Actor,
  period: string | undefined,
): Promise<SupportMonth> {
  const first = period === undefined ? getMonth(getToday(dependencies, actor)) : `${period}-01`;
  const rows = await dependencies.database.readCompany(actor.companyId, (tx) =>
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
  dependencies: SupportDependencies,
  context: CallContext,
  form: SupportRequestForm,
  idempotencyKey: string | undefined,
): Promise<SupportRequest> {
  const { database, clock } = dependencies;
  const { actor } = context;
  if (actor.actsFrom === null) throw new Problem('support.provider');
  if (form.date < firstDay || form.date > getToday(dependencies, actor)) {
    throw new Problem('request.invalid', { fields: [{ path: 'date', message: 'Enter a day up to today.' }] });
  }
  return database.withCompany(actor.companyId, async (tx) => {
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
        const { id } = await repository.createSupportRequest(tx, {
          day: form.date,
          type: form.type,
          subject: form.subject.trim(),
          minutes: form.minutes ?? null,
          costTenThousandths: fromEuros(form.cost) ?? 0,
          recordedAt: now,
        });
        const created = await repository.findSupportRequest(tx, { id });
        if (!created) throw new Error('the support request that was just written is gone');
        return created;
      },
      toAnswer: toSupportRequest,
    });
  });
}

/** @throws Problem `record.not-found`, `support.billed` */
export function deleteSupportRequest(
  { database, clock }: SupportDependencies,
  context: CallContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  return database.withCompany(actor.companyId, async (tx) => {
    await confirmActor(tx, actor, 'support.record');
    await deleteRecord<StoredSupportRequest>(tx, {
      ...auditedKind,
      context,
      now: clock.now(),
      action: 'supportRequests.delete',
      lock: async () => {
        await repository.lockSupportRequest(tx, { id });
        return repository.findSupportRequest(tx, { id });
      },
      allow: ({ invoiceId }) => {
        if (invoiceId !== null) throw new Problem('support.billed');
      },
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
