import { implement } from '@orpc/server';
import { mailReportsContract } from '#contract/mails/mail-reports.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import { previewReport, testReport } from './report-previews.service.ts';
import { createReport, deleteReport, getReport, listReports, updateReport } from './reports.service.ts';
import type { ReportsDependencies } from './send-due-reports.service.ts';

export function mailReportsRoutes(dependencies: ReportsDependencies) {
  const os = implement(mailReportsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listReports(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => getReport(dependencies, getActor(context), input.params.id)),
    create: os.create.handler(({ context, input }) =>
      createReport(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      updateReport(dependencies, toCallContext(context), { ...input.body, id: input.params.id }),
    ),
    delete: os.delete.handler(({ context, input }) =>
      deleteReport(dependencies, toCallContext(context), input.params.id),
    ),
    preview: os.preview.handler(({ context, input }) => previewReport(dependencies, getActor(context), input.body)),
    test: os.test.handler(({ context, input }) => testReport(dependencies, getActor(context), input.body)),
  });
}
