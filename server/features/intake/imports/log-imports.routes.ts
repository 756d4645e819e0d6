import { implement } from '@orpc/server';
import { logImportsContract } from '#contract/intake/log-imports.ts';
import { createKeyedLimiter } from '../../../lib/concurrency/limiter.ts';
import { toCallContext } from '../../../lib/request/call-context.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { getActor, type RequestContext } from '../../../lib/request/request-context.ts';
import { cancelImport, deleteImportFile, startImport, undoImport } from './control-imports.service.ts';
import { createImportChunk, createLogImport, getLogImport, listLogImports } from './log-imports.service.ts';
import { previewImport, type PreviewDependencies } from './preview-import.service.ts';

/** Previews of one company that may wait. */
const maxWaiting = 4;
const retryAfterSeconds = 1;

export function logImportsRoutes(dependencies: PreviewDependencies) {
  const limiter = createKeyedLimiter(1);
  const os = implement(logImportsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listLogImports(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => getLogImport(dependencies, getActor(context), input.params.id)),
    create: os.create.handler(({ context, input }) =>
      createLogImport(dependencies, toCallContext(context), input.body),
    ),
    createChunk: os.createChunk.handler(({ context, input: { params, body } }) =>
      createImportChunk(dependencies, getActor(context), { id: params.id, index: Number(params.index), body }),
    ),
    preview: os.preview.handler(async ({ context, input: { params, body } }) => {
      const actor = getActor(context);
      const preview = () => previewImport(dependencies, actor, { id: params.id, settings: body.settings });
      const ran = await limiter.tryRun(actor.companyId, preview, maxWaiting);
      if (!ran) throw new Problem('intake.busy', { retryAfterSeconds });
      return ran.result;
    }),
    start: os.start.handler(({ context, input: { params, body } }) =>
      startImport(dependencies, toCallContext(context), { id: params.id, settings: body.settings }),
    ),
    cancel: os.cancel.handler(({ context, input }) =>
      cancelImport(dependencies, toCallContext(context), input.params.id),
    ),
    undo: os.undo.handler(({ context, input: { params, body } }) =>
      undoImport(dependencies, toCallContext(context), { id: params.id, reason: body.reason }),
    ),
    deleteFile: os.deleteFile.handler(({ context, input }) =>
      deleteImportFile(dependencies, toCallContext(context), input.params.id),
    ),
  });
}
