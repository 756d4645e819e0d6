import { implement } from '@orpc/server';
import { invoicesContract } from '#contract/billing/invoices.ts';
import { toCallContext } from '../../lib/request/call-context.ts';
import { getActor, type RequestContext } from '../../lib/request/request-context.ts';
import { issueAgain, listDeleted } from './deleted-invoices.service.ts';
import {
  createInvoice,
  deleteInvoice,
  listInvoices,
  updateInvoice,
  type InvoicesDependencies,
} from './invoices.service.ts';
import { getInvoice, getInvoicePdf } from './read-invoice.service.ts';

export function invoicesRoutes(dependencies: InvoicesDependencies) {
  const os = implement(invoicesContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listInvoices(dependencies, getActor(context))),
    get: os.get.handler(({ context, input }) => getInvoice(dependencies, getActor(context), input.params._id)),
    getPdf: os.getPdf.handler(({ context, input }) => getInvoicePdf(dependencies, getActor(context), input.params._id)),
    create: os.create.handler(({ context, input }) =>
      createInvoice(dependencies, toCallContext(context), input.body, input.headers['idempotency-key']),
    ),
    update: os.update.handler(({ context, input }) =>
      updateInvoice(dependencies, toCallContext(context), input.params._id, input.body),
    ),
    delete: os.delete.handler(({ context, input }) =>
      deleteInvoice(dependencies, toCallContext(context), input.params.id),
    ),
    listDeleted: os.listDeleted.handler(({ context }) => listDeleted(dependencies, getActor(context))),
    issueAgain: os.issueAgain.handler(({ context, input }) =>
      issueAgain(dependencies, toCallContext(context), input.params._id),
    ),
  });
}
