import { setAddress } from '#server/database/testing/builders.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

/** A configuration in which nothing was chosen. */
export const skillSettings = {
  approvalWorkflow: false,
  reviewerEmail: null,
  notifyUser: false,
  notifyApprover: false,
  integrationId: null,
  isTransportInstalled: false,
};

/** The calls of the states of skills. */
export function useStateCalls(portal: () => TestPortal) {
  return {
    configure: (as: TestUser, id: string, body?: object) =>
      portal().call(`/skills/store/${id}/configuration`, { as, ...(body && { method: 'PUT', body }) }),
    command: (as: TestUser, id: string, body: object) =>
      portal().call(`/skills/store/${id}/state`, { as, method: 'POST', body }),
    /** A company with an assistant. */
    async makeCustomer(name = 'Acme') {
      const { id, superAdmin } = await portal().makeCompany({ name });
      await setAddress(portal().database, id);
      const { secret } = await makeIntakeKey(portal(), id, { name: 'Assistant' });
      const headers = { authorization: `Bearer ${secret}` };
      const ask = async (skill: string, requestId: string) =>
        (await portal().call('/authorize', { method: 'POST', body: { skill, requestId }, headers })).body as {
          decision: string;
          message: string;
          integration?: string;
        };
      const report = (body: object) => portal().call('/intake/conversations', { method: 'POST', body, headers });
      return { id, superAdmin, ask, report };
    },
  };
}
