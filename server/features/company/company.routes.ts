import { implement } from '@orpc/server';
import { companyContract } from '#contract/company.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { getCompany, updateCompany } from './company.service.ts';
import { deleteLogo, updateLogo, type LogoDependencies } from './logo.service.ts';

export function companyRoutes(dependencies: LogoDependencies) {
  const os = implement(companyContract).$context<RequestContext>();
  return os.router({
    get: os.get.handler(({ context }) => getCompany(dependencies, getActor(context))),
    update: os.update.handler(({ context, input }) => updateCompany(dependencies, toCallContext(context), input.body)),
    updateLogo: os.updateLogo.handler(({ context, input }) =>
      updateLogo(dependencies, toCallContext(context), input.body),
    ),
    deleteLogo: os.deleteLogo.handler(({ context }) => deleteLogo(dependencies, toCallContext(context))),
  });
}
