import * as z from 'zod';
import { GrossEuros, NetEuros } from '#features/money/contract/costs/amounts.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { isCalendarDay } from '#contract/calendar/zones.ts';
import { Id, Instant, requiredText } from '#contract/fields.ts';

const endpoint = defineEndpoints('Companies');

/** `suspended`: a suspension is in force. */
export const companyStatuses = ['active', 'pending', 'suspended'] as const;

/** A suspension by the provider: announced before the instant `from`, in force from then on. */
export const Suspension = z.object({ from: Instant, reason: z.string() });
export type Suspension = z.infer<typeof Suspension>;

export const suspensionReasonMaxLength = 500;

/** A day of the company's zone, or a day with the clock time; a day alone begins at midnight. */
const suspensionStart = /^(?<day>\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** `from` is missing or null for at once. */
export const SuspensionForm = z.strictObject({
  reason: requiredText({
    required: 'The field is required!',
    empty: 'The field can not be empty!',
    maxLength: suspensionReasonMaxLength,
  }),
  from: z
    .string()
    .refine((text) => isCalendarDay(suspensionStart.exec(text)?.groups?.['day']), {
      error: ({ input }) =>
        input === '' ? 'Please choose a date and time.' : 'Enter a date, e.g. 2026-12-01 or 2026-12-01T08:00.',
    })
    .nullish(),
});
export type SuspensionForm = z.infer<typeof SuspensionForm>;

/** A scheduled deletion. */
export const Deletion = z.object({ dueAt: Instant, reason: z.string() });

/** `name` is that of the company, typed once more. */
export const DeletionForm = z.strictObject({
  name: z.string({ error: 'The field is required!' }).min(1, { error: 'The field is required!' }).max(300),
  reason: SuspensionForm.shape.reason,
});
export type DeletionForm = z.infer<typeof DeletionForm>;

/** The first day whose runs are billed. */
export const BilledSinceForm = z.strictObject({
  day: z
    .string({ error: 'Choose a date.' })
    .refine((text) => isCalendarDay(text) && text >= '2000-01-01' && text < '2100-01-01', { error: 'Choose a date.' }),
});
export type BilledSinceForm = z.infer<typeof BilledSinceForm>;

/** A company in the provider's list. */
export const ListedCompany = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(companyStatuses),
  isProvider: z.boolean(),
  createdAt: Instant,
  /** The first day whose runs are billed, of the company's zone: that of the sign-up, unless the provider has set another. */
  billedSince: z.iso.date(),
  users: z.int(),
  /** An IANA name, or a company's zone with its changes (`calendar/zone-names.ts`). */
  timeZone: z.string(),
  suspension: Suspension.nullable(),
  deletion: Deletion.nullable(),
});
export type ListedCompany = z.infer<typeof ListedCompany>;

/** Sums of a company in the provider's list, of the present day and month in its zone. */
export const CompanyFigures = z.object({
  id: Id,
  spend: z.number().describe(`Skills and support of the present month, in euros, ${netWords}.`),
  /** The provider's invoices past their due day. */
  overdue: z.object({ count: z.int(), total: GrossEuros }),
  /**
   * The due day of an invoice that is overdue for more days than the payment reminders say, without a stop; null where no suspension is
   * proposed.
   */
  suspension: z.object({ dueDay: z.iso.date(), days: z.int() }).nullable(),
  /** Runs of the present month that were reported as not billed. */
  unbilledRuns: z.int(),
  /** Runs of the present month under names that are mapped to no skill, which cost nothing. */
  unmappedRuns: z.int(),
  /** The day of the last conversation of a person; null where there is none. */
  lastConversation: z.iso.date().nullable(),
  /** The provider's notes about the company, with the first line of the latest; null where there are none. */
  notes: z.object({ count: z.int(), latest: z.string() }).nullable(),
});
export type CompanyFigures = z.infer<typeof CompanyFigures>;

/** The support requests of a company in its open month, the present one in its zone. */
export const CompanySupport = z.object({
  id: Id,
  name: z.string(),
  /** `2026-11` */
  period: z.string(),
  requests: z.int(),
  minutes: z.int(),
  cost: NetEuros,
});
export type CompanySupport = z.infer<typeof CompanySupport>;

export const companiesContract = {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    summary: 'List every company, for the provider’s SuperAdmins',
    access: 'companies.manage',
  }).output(z.array(ListedCompany)),

  listFigures: endpoint({
    method: 'GET',
    path: '/companies/figures',
    summary:
      'List the spend and the unbilled runs of the month, the overdue invoices and the last conversation of every company',
    access: 'companies.manage',
  }).output(z.array(CompanyFigures)),

  listSupport: endpoint({
    method: 'GET',
    path: '/companies/support',
    summary: 'List the companies with support requests in their open month, the costliest first',
    access: 'companies.manage',
  }).output(z.array(CompanySupport)),

  approve: endpoint({
    method: 'POST',
    path: '/companies/{id}/approval',
    summary: 'Approve a company that signed up',
    access: 'companies.manage',
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(ListedCompany),

  updateBilledSince: endpoint({
    method: 'PUT',
    path: '/companies/{id}/billed-since',
    summary: 'Set the first day whose runs are billed, for what is reported from now on',
    access: 'companies.manage',
    problems: ['companies.provider-invoice'],
  })
    .input(z.object({ params: z.object({ id: Id }), body: BilledSinceForm }))
    .output(ListedCompany),

  suspend: endpoint({
    method: 'POST',
    path: '/companies/{id}/suspension',
    summary: 'Suspend a company immediately or from a later time: its paid features are denied, nothing is deleted',
    access: 'companies.manage',
    problems: ['companies.provider', 'companies.pending', 'companies.suspended'],
  })
    .input(z.object({ params: z.object({ id: Id }), body: SuspensionForm }))
    .output(ListedCompany),

  reactivate: endpoint({
    method: 'DELETE',
    path: '/companies/{id}/suspension',
    summary: 'Reactivate a suspended company immediately, or cancel its announced suspension',
    access: 'companies.manage',
    problems: ['companies.not-suspended', 'companies.suspended-for-deletion'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(ListedCompany),

  scheduleDeletion: endpoint({
    method: 'POST',
    path: '/companies/{id}/deletion',
    summary: 'Schedule the deletion of a company with all its data; it is suspended until then',
    access: 'companies.manage',
    problems: ['companies.provider-deletion', 'companies.deletion-scheduled'],
  })
    .input(z.object({ params: z.object({ id: Id }), body: DeletionForm }))
    .output(ListedCompany),

  cancelDeletion: endpoint({
    method: 'DELETE',
    path: '/companies/{id}/deletion',
    summary: 'Cancel the scheduled deletion of a company before its time',
    access: 'companies.manage',
    problems: ['companies.no-deletion'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(ListedCompany),
};
