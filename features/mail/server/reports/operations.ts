import type { mailReportsContract } from '#features/mail/contract/mail-reports.ts';
import { previewReport, testReport } from './report-previews.service.ts';
import { createReport, deleteReport, getReport, listReports, updateReport } from './reports.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const mailReportsOperations: Operations<typeof mailReportsContract> = {
  list: (portal, { actor }) => listReports(portal, actor),
  get: (portal, { actor }, { params }) => getReport(portal, actor, params.id),
  create: (portal, call, { body, headers }) => createReport(portal, call, body, headers['idempotency-key']),
  update: (portal, call, { body, params }) => updateReport(portal, call, { ...body, id: params.id }),
  delete: (portal, call, { params }) => deleteReport(portal, call, params.id),
  preview: (portal, { actor }, { body }) => previewReport(portal, actor, body),
  test: (portal, { actor }, { body }) => testReport(portal, actor, body),
};
