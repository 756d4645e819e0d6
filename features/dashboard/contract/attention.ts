import * as z from 'zod';
import { AttentionLine, CompanyAttention } from '#contract/attention/attention-facts.ts';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import { FirstSteps } from '#features/company/contract/first-steps.ts';

const endpoint = defineEndpoints('Analytics', 'dev');

/** Companies that one page of the provider's list asks. */
export const askedCompanies = 200;

export const Attention = z.object({
  /** The most urgent first; a kind that the caller may not see or act on is not read. */
  lines: z.array(AttentionLine),
  /** Whether a report with these lines is mailed to the caller; missing for callers who act in another company. */
  isMailed: z.boolean().optional(),
  /** Missing where they are done, put away, or not the caller's to do. */
  firstSteps: FirstSteps.optional(),
});
export type Attention = z.infer<typeof Attention>;

export const CompaniesAttention = z.object({
  /** The companies of the page in which something needs the provider, by name. */
  companies: z.array(CompanyAttention),
  /** The last company that was asked, after which the next page begins; null where all were. */
  next: Id.nullable(),
});
export type CompaniesAttention = z.infer<typeof CompaniesAttention>;

export const attentionContract = {
  list: endpoint({
    method: 'GET',
    path: '/attention',
    summary: 'List what needs the caller in the company, the most urgent first',
    access: 'signed-in',
  }).output(Attention),

  listCompanies: endpoint({
    method: 'GET',
    path: '/attention/companies',
    summary: 'List the companies in which something needs attention, with the number of each kind; page by page',
    access: 'companies.manage',
  })
    .input(z.object({ query: z.strictObject({ after: Id.optional() }).optional() }))
    .output(CompaniesAttention),
};
