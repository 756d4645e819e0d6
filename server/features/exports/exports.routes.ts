import { implement } from '@orpc/server';
import { exportsContract } from '#contract/exports/exports.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import type { GetRowFile } from './get-row-file.service.ts';
import type { DownloadRows } from './row-downloads.service.ts';
import { createRowFile, deleteRowFile, listRowFiles, type RowFileDependencies } from './row-files.service.ts';

interface ExportsRoutesDependencies extends RowFileDependencies {
  readonly download: DownloadRows;
  readonly getFile: GetRowFile;
}

export function exportsRoutes({ download, getFile, ...dependencies }: ExportsRoutesDependencies) {
  const os = implement(exportsContract).$context<RequestContext>();
  return os.router({
    listConversations: os.listConversations.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'conversations', body),
    ),
    listMessages: os.listMessages.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'messages', body),
    ),
    listUsage: os.listUsage.handler(({ context, input: { body } }) => download(toCallContext(context), 'usage', body)),
    listRequests: os.listRequests.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'requests', body),
    ),
    listInvoices: os.listInvoices.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'invoices', body),
    ),
    listTopUsers: os.listTopUsers.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'topUsers', body),
    ),
    createFile: os.createFile.handler(({ context, input: { body } }) =>
      createRowFile(dependencies, toCallContext(context), body),
    ),
    listFiles: os.listFiles.handler(({ context }) => listRowFiles(dependencies, getActor(context))),
    getFile: os.getFile.handler(({ context, input }) => getFile(toCallContext(context), input.params.id)),
    deleteFile: os.deleteFile.handler(({ context, input }) =>
      deleteRowFile(dependencies, getActor(context), input.params.id),
    ),
  });
}
