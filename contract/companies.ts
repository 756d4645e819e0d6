import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

const endpoint = defineEndpoints('Companies');

export const companyStatuses = ['active', 'pending', 'suspended'] as const;

/** A company in the provider's list. */
export const ListedCompany = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(companyStatuses),
  isProvider: z.boolean(),
  createdAt: Instant,
  users: z.int(),
});
export type ListedCompany = z.infer<typeof ListedCompany>;

export const companiesContract = {
  list: endpoint({
    method: 'GET',
    path: '/companies',
    summary: 'List every company, for the provider’s SuperAdmins',
    access: 'companies.manage',
  }).output(z.array(ListedCompany)),

  approve: endpoint({
    method: 'POST',
    path: '/companies/{id}/approval',
    summary: 'Approve a company that signed up',
    access: 'companies.manage',
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(ListedCompany),
};
