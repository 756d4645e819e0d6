import * as z from 'zod';
import { LogQuery } from '#features/conversation-log/contract/log-query.ts';
import { AuditFilter } from './audit.ts';
import { dayField } from '#contract/fields.ts';
import { toFilterShape } from '#contract/filters/filter-shape.ts';
import { companyFilters } from '#features/company/contract/company-filters.ts';
import { integrationFilters } from '#features/integrations/contract/integration-filters.ts';
import { skillFilters } from '#features/skills/contract/skill-filters.ts';
import { userFilters } from '#features/people/contract/user-filters.ts';
import { CostsQuery } from '#features/money/contract/costs/costs.ts';
import { invoiceFilters } from '#features/billing/contract/invoices/invoice-filters.ts';
import { Month, SkillId } from '#features/money/contract/usage.ts';
import type { RowFilterName } from './row-kind-facts.ts';
import type { RowKind, rowKinds } from './row-kinds.ts';

const MonthFilter = z.strictObject({ period: Month.optional() });

const Day = dayField('The date is not valid.');

export const exportFilters = {
  /** The log's filters, so that a file has the same rows as the log. */
  log: LogQuery.omit({ page: true, limit: true, place: true, totals: true }),
  range: LogQuery.pick({ from: true, to: true, technicalUsers: true }),
  month: MonthFilter,
  /** The owners of one kind. */
  costs: CostsQuery,
  /** Requests of all skills, or of one row of the usage. */
  requests: MonthFilter.extend({ skill: SkillId.optional() }),
  audit: AuditFilter,
  users: z.strictObject(toFilterShape(userFilters)),
  companies: z.strictObject(toFilterShape(companyFilters)),
  integrations: z.strictObject(toFilterShape(integrationFilters)),
  skills: z.strictObject(toFilterShape(skillFilters)),
  invoices: z.strictObject(toFilterShape(invoiceFilters)),
  /** Calendar days, the last one too. */
  days: z.strictObject({ from: Day, to: Day }),
} satisfies Record<RowFilterName, z.ZodObject>;

/** The values of each filter. */
export type RowFilters = { readonly [Name in RowFilterName]: z.infer<(typeof exportFilters)[Name]> };

/** The filter of a kind of rows. */
export type RowFilter<Kind extends RowKind> = RowFilters[(typeof rowKinds)[Kind]['filter']];
