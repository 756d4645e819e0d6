import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { Id, Instant } from '#contract/fields.ts';

const endpoint = defineEndpoints('Companies');
const count = z.int().min(0);

/** A deleted company: what was removed, and what is kept until when. */
export const DeletedCompany = z.object({
  /** That of the company. */
  id: Id,
  companyName: z.string(),
  deletedAt: Instant,
  /** Null while its files are deleted. */
  finishedAt: Instant.nullable(),
  /** Whether the signature of the certificate fits; null before there is one. */
  isSigned: z.boolean().nullable(),
  rows: count,
  accounts: count,
  files: z.object({ count, bytes: count }),
  /** Backups that still hold the company; without a time they are kept until the operator deletes them. */
  backups: z.array(z.object({ file: z.string(), madeAt: Instant, keptUntil: Instant.nullable() })),
  /** Issued invoices that the provider keeps by law, as PDF. */
  invoices: z.array(z.object({ id: Id, number: z.string(), issueDate: z.iso.date(), keepUntil: z.iso.date() })),
});
export type DeletedCompany = z.infer<typeof DeletedCompany>;

export const companyDeletionsContract = {
  list: endpoint({
    method: 'GET',
    path: '/company-deletions',
    summary: 'List the deleted companies, the latest first, and the days that a scheduled deletion waits',
    access: 'companies.manage',
  }).output(z.object({ waitingDays: count, deleted: z.array(DeletedCompany) })),

  getCertificate: endpoint({
    method: 'GET',
    path: '/company-deletions/{id}/certificate',
    summary: 'Download the signed certificate of what was deleted, in JSON',
    access: 'companies.manage',
    problems: ['files.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.instanceof(Blob)),

  getInvoice: endpoint({
    method: 'GET',
    path: '/company-deletions/invoices/{id}',
    summary: 'Download a kept invoice of a deleted company as PDF',
    access: 'companies.manage',
    problems: ['files.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.instanceof(Blob)),
};
