import type { logImportsContract } from '#features/imports/contract/log-imports.ts';
import { createKeyedLimiter } from '#server/lib/concurrency/limiter.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { cancelImport, deleteImportFile, startImport, undoImport } from './control-imports.service.ts';
import { createImportChunk, createLogImport, getLogImport, listLogImports } from './log-imports.service.ts';
import { previewImport } from './preview-import.service.ts';
import { perPortal } from '#server/portal/portal.ts';
import type { Operations } from '#server/portal/operations.ts';

/** Previews of one company that may wait. */
const maxWaiting = 4;

const retryAfterSeconds = 1;

const previewsOf = perPortal(() => createKeyedLimiter(1));

export const logImportsOperations: Operations<typeof logImportsContract> = {
  list: (portal, { actor }) => listLogImports(portal, actor),
  get: (portal, { actor }, { params }) => getLogImport(portal, actor, params.id),
  create: (portal, call, { body }) => createLogImport(portal, call, body),
  createChunk: (portal, { actor }, { params, body }) =>
    createImportChunk(portal, actor, { id: params.id, index: Number(params.index), body }),
  preview: async (portal, { actor }, { params, body }) => {
    const preview = () => previewImport(portal, actor, { id: params.id, settings: body.settings });
    const ran = await previewsOf(portal).tryRun(actor.companyId, preview, maxWaiting);
    if (!ran) throw new Problem('intake.busy', { retryAfterSeconds });
    return ran.result;
  },
  start: (portal, call, { params, body }) => startImport(portal, call, { id: params.id, settings: body.settings }),
  cancel: (portal, call, { params }) => cancelImport(portal, call, params.id),
  undo: (portal, call, { params, body }) => undoImport(portal, call, { id: params.id, reason: body.reason }),
  deleteFile: (portal, call, { params }) => deleteImportFile(portal, call, params.id),
};
