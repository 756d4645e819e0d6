import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';

const endpoint = defineEndpoints('Receivables', 'dev');

const yearMessage = 'The year is not valid.';

/** More papers of a year are not put into one archive. */
export const mostArchivedPapers = 2000;

export const invoiceArchiveContract = {
  get: endpoint({
    method: 'GET',
    path: '/company/billing-years/{year}/archive',
    summary: `Download the PDF and XML of every invoice and credit note of a year as ZIP, at most ${mostArchivedPapers}`,
    access: 'billing.read',
    problems: ['record.not-found', 'exports.busy', 'exports.too-large'],
  })
    .input(z.object({ params: z.object({ year: z.string().regex(/^(?:19|2\d)\d\d$/, { error: yearMessage }) }) }))
    .output(z.instanceof(Blob)),
};
