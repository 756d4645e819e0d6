import { implement } from '@orpc/server';
import { companiesContract } from '#contract/companies.ts';
import { companyDeletionsContract } from '#contract/company-deletions.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { approveCompany, listCompanies, listCompanySupport, type CompaniesDependencies } from './companies.service.ts';
import {
  getArchivedInvoice,
  getCertificate,
  listDeletedCompanies,
  type DeletedCompaniesDependencies,
} from './deleted-companies.service.ts';
import { cancelDeletion, scheduleDeletion } from './deletion.service.ts';
import { reactivateCompany, suspendCompany } from './suspension.service.ts';

export function companiesRoutes(dependencies: CompaniesDependencies) {
  const os = implement(companiesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(() => listCompanies(dependencies)),
    listSupport: os.listSupport.handler(() => listCompanySupport(dependencies)),
    approve: os.approve.handler(({ context, input }) =>
      approveCompany(dependencies, toCallContext(context), input.params.id),
    ),
    suspend: os.suspend.handler(({ context, input }) =>
      suspendCompany(dependencies, toCallContext(context), input.params.id, input.body),
    ),
    reactivate: os.reactivate.handler(({ context, input }) =>
      reactivateCompany(dependencies, toCallContext(context), input.params.id),
    ),
    scheduleDeletion: os.scheduleDeletion.handler(({ context, input }) =>
      scheduleDeletion(dependencies, toCallContext(context), input.params.id, input.body),
    ),
    cancelDeletion: os.cancelDeletion.handler(({ context, input }) =>
      cancelDeletion(dependencies, toCallContext(context), input.params.id),
    ),
  });
}

export function companyDeletionsRoutes(dependencies: DeletedCompaniesDependencies) {
  const os = implement(companyDeletionsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(() => listDeletedCompanies(dependencies)),
    getCertificate: os.getCertificate.handler(({ input }) => getCertificate(dependencies, input.params.id)),
    getInvoice: os.getInvoice.handler(({ input }) => getArchivedInvoice(dependencies, input.params.id)),
  });
}
