import type { companiesContract } from '#features/company/contract/companies.ts';
import type { companyDeletionsContract } from '#features/company/contract/company-deletions.ts';
import type { companyNotesContract } from '#features/company/contract/company-notes.ts';
import {
  createCompanyNote,
  deleteCompanyNote,
  listCompanyNotes,
  updateCompanyNote,
} from './notes/company-notes.service.ts';
import { updateBilledSince } from './billed-since.service.ts';
import { approveCompany, listCompanies, listCompanySupport } from './companies.service.ts';
import { listCompanyFigures } from './company-figures.service.ts';
import { getArchivedInvoice, getCertificate, listDeletedCompanies } from './deleted-companies.service.ts';
import { cancelDeletion, scheduleDeletion } from './deletion.service.ts';
import { reactivateCompany, suspendCompany } from './suspension.service.ts';
import type { Operations } from '#server/portal/operations.ts';

export const companiesOperations: Operations<typeof companiesContract> = {
  list: (portal) => listCompanies(portal),
  listFigures: (portal) => listCompanyFigures(portal),
  listSupport: (portal) => listCompanySupport(portal),
  approve: (portal, call, { params }) => approveCompany(portal, call, params.id),
  updateBilledSince: (portal, call, { params, body }) => updateBilledSince(portal, call, { id: params.id, ...body }),
  suspend: (portal, call, { params, body }) => suspendCompany(portal, call, params.id, body),
  reactivate: (portal, call, { params }) => reactivateCompany(portal, call, params.id),
  scheduleDeletion: (portal, call, { params, body }) => scheduleDeletion(portal, call, params.id, body),
  cancelDeletion: (portal, call, { params }) => cancelDeletion(portal, call, params.id),
};

export const companyNotesOperations: Operations<typeof companyNotesContract> = {
  list: (portal, call, { params }) => listCompanyNotes(portal, call.actor, params.id),
  create: (portal, call, { params, body }) => createCompanyNote(portal, call, { companyId: params.id, ...body }),
  update: (portal, call, { params, body }) => updateCompanyNote(portal, call, toNote(params), body),
  delete: (portal, call, { params }) => deleteCompanyNote(portal, call, toNote(params)),
};

const toNote = ({ id, noteId }: { readonly id: string; readonly noteId: string }) => ({ companyId: id, id: noteId });

export const companyDeletionsOperations: Operations<typeof companyDeletionsContract> = {
  list: (portal) => listDeletedCompanies(portal),
  getCertificate: (portal, _call, { params }) => getCertificate(portal, params.id),
  getInvoice: (portal, _call, { params }) => getArchivedInvoice(portal, params.id),
};
