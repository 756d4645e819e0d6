import { implement } from '@orpc/server';
import { companyDeletionsContract } from '#contract/company-deletions.ts';
import type { RequestContext } from '../../lib/request/request-context.ts';
import { getArchivedInvoice, getCertificate, listDeletedCompanies } from './deleted-companies.service.ts';
import type { DeletedCompaniesDependencies } from './deleted-companies.service.ts';

export function companyDeletionsRoutes(dependencies: DeletedCompaniesDependencies) {
  const os = implement(companyDeletionsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(() => listDeletedCompanies(dependencies)),
    getCertificate: os.getCertificate.handler(({ input }) => getCertificate(dependencies, input.params.id)),
    getInvoice: os.getInvoice.handler(({ input }) => getArchivedInvoice(dependencies, input.params.id)),
  });
}
