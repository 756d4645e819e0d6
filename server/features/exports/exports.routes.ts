import { implement } from '@orpc/server';
import { exportsContract } from '#contract/exports.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import type { DownloadRows } from './row-downloads.service.ts';

export function exportsRoutes({ download }: { readonly download: DownloadRows }) {
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
  });
}
