import { implement } from '@orpc/server';
import { exportsContract } from '#contract/exports.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { createRowDownloads } from './row-downloads.service.ts';
import type { RowDownloadDependencies } from './row-downloads.service.ts';

export function exportsRoutes(dependencies: RowDownloadDependencies) {
  const download = createRowDownloads(dependencies);
  const os = implement(exportsContract).$context<RequestContext>();
  return os.router({
    listConversations: os.listConversations.handler(({ context, input: { body } }) =>
      download(toCallContext(context), 'conversations', body),
    ),
  });
}
