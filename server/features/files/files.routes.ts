import { implement } from '@orpc/server';
import { filesContract } from '#contract/files.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { getFile, type FilesDependencies } from './files.service.ts';

export function filesRoutes(dependencies: FilesDependencies) {
  const os = implement(filesContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context, input }) =>
      getFile(dependencies, getActor(context), { key: input.params.key, size: input.query?.size }),
    ),
  });
}
