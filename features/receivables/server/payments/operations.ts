import type { paymentsContract } from '#features/receivables/contract/payments/payments.ts';
import type { Operations } from '#server/portal/operations.ts';
import { assignEntry, setEntryAside, undoEntry } from './decide-entries.service.ts';
import { listCandidates } from './list-candidates.service.ts';
import { previewStatement } from './preview-statement.service.ts';
import { listEntriesOfState, listReadStatements } from './list-entries.service.ts';
import { recordStatement } from './read-statement.service.ts';
import { undoStatement } from './undo-statement.service.ts';

export const paymentsOperations: Operations<typeof paymentsContract> = {
  readStatement: (portal, call, { body, query }) =>
    recordStatement(portal, call, { body, fileName: query?.fileName ?? '', token: query?.token }),
  previewStatement: (portal, call, { body, query }) =>
    previewStatement(portal, call, { body, fileName: query?.fileName ?? '' }),
  listStatements: (portal, call) => listReadStatements(portal, call),
  undoStatement: (portal, call, { params }) => undoStatement(portal, call, params.id),
  list: (portal, call, { query }) => listEntriesOfState(portal, call, query ?? {}),
  listCandidates: (portal, call, { params, query }) =>
    listCandidates(portal, call, { ...params, search: query?.search }),
  assign: (portal, call, { params, body }) => assignEntry(portal, call, { ...params, ...body }),
  setAside: (portal, call, { params, body }) => setEntryAside(portal, call, { ...params, ...body }),
  undo: (portal, call, { params, body }) => undoEntry(portal, call, { ...params, ...body }),
};
