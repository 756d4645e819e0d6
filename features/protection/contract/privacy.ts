import * as z from 'zod';
import { defineEndpoints } from '#contract/endpoint.ts';
import { taskFailures } from '#contract/tasks/task-kinds.ts';
import { Id, Instant } from '#contract/fields.ts';

const endpoint = defineEndpoints('Privacy');

const count = z.int().min(0);

/** An export of all data of a company: one archive, made in the background. */
export const CompanyExport = z.object({
  id: Id,
  /** `withdrawn` where something that it held was deleted, so that it was deleted too. */
  state: z.enum(['waiting', 'ready', 'failed', 'withdrawn']),
  failure: z.enum(taskFailures).nullable(),
  requestedAt: Instant,
  /** Empty where it is withdrawn. */
  requestedBy: z.string(),
  finishedAt: Instant.nullable(),
  /** When the archive is deleted. */
  expiresAt: Instant,
  /** Contents of the archive; null until it is ready. */
  contents: z.object({ bytes: count, rows: count, files: count }).nullable(),
});
export type CompanyExport = z.infer<typeof CompanyExport>;

export const privacyContract = {
  listExports: endpoint({
    method: 'GET',
    path: '/privacy/exports',
    summary: 'List the exports of all data of the company, the latest first',
    access: 'company.export',
  }).output(z.array(CompanyExport)),

  createExport: endpoint({
    method: 'POST',
    path: '/privacy/exports',
    summary: 'Request an export of all data of the company',
    access: 'company.export',
    problems: ['privacy.export-waiting'],
    successStatus: 201,
  }).output(CompanyExport),

  getExportFile: endpoint({
    method: 'GET',
    path: '/privacy/exports/{id}/file',
    summary: 'Download the archive of an export, a compressed tar file',
    access: 'company.export',
    problems: ['exports.busy', 'files.not-found'],
  })
    .input(z.object({ params: z.object({ id: Id }) }))
    .output(z.instanceof(Blob)),
};
