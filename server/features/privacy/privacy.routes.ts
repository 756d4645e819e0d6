import { implement } from '@orpc/server';
import { privacyContract } from '#contract/privacy/privacy.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { createExport, getExportFile, listExports, type ExportDependencies } from './exports.service.ts';

export function privacyRoutes(dependencies: ExportDependencies) {
  const os = implement(privacyContract).$context<RequestContext>();
  return os.router({
    listExports: os.listExports.handler(({ context }) => listExports(dependencies, getActor(context))),
    createExport: os.createExport.handler(({ context }) => createExport(dependencies, toCallContext(context))),
    getExportFile: os.getExportFile.handler(({ context, input }) =>
      getExportFile(dependencies, toCallContext(context), input.params.id),
    ),
  });
}
