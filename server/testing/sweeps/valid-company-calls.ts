import { makeExport } from '#features/protection/server/privacy/testing/make-export.ts';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import { companyForm, notificationForm, smallPng } from './valid-bodies.ts';
import type { ValidCalls } from './valid-call.ts';

/** Valid calls of the company's details and settings. */
export const companyCalls: ValidCalls['company'] = {
  get: () => ({ input: {} }),
  update: (_, { user, companyId }) => ({
    input: { body: companyForm(companyId === user.companyId ? user.email : null) },
  }),
  updateLogo: () => ({ input: { body: new Blob([smallPng]) } }),
  deleteLogo: () => ({ input: {} }),
};

export const rightsCalls: ValidCalls['rights'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { levels: defaultRights } } }),
};

export const maskingCalls: ValidCalls['masking'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: { shown: [], patterns: [] } } }),
  try: () => ({ input: { body: { settings: { shown: [], patterns: [] }, text: '+372 5123 4567' } } }),
  preview: () => ({ input: { body: { settings: { shown: [], patterns: [] } } } }),
};

export const notificationCalls: ValidCalls['notifications'] = {
  get: () => ({ input: {} }),
  update: () => ({ input: { body: notificationForm() } }),
};

export const privacyCalls: ValidCalls['privacy'] = {
  listExports: () => ({ input: {} }),
  createExport: () => ({ input: {}, answers: [201, 409] }),
  getExportFile: async ({ portal, other: { exportId } }, { companyId }) => ({
    input: { params: { id: await makeExport(portal, companyId) } },
    foreignId: exportId,
  }),
};

/** No company is deleted in the world of the sweeps. */
export const companyDeletionCalls: ValidCalls['companyDeletions'] = {
  list: () => ({ input: {} }),
  getCertificate: ({ own }) => ({ input: { params: { id: own.id } }, answers: [404] }),
  getInvoice: ({ own }) => ({ input: { params: { id: own.invoiceId } }, answers: [404] }),
};
