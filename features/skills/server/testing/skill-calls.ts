import type { Screenshot, Skill } from '#features/skills/contract/skills.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

/** A skill form of section 5 that is taken. */
export function skillForm(values: Record<string, unknown> = {}) {
  return {
    name: 'Leave requests',
    description: 'Files a request for leave.',
    area: 'General',
    serviceProvider: 'SAP',
    domainKnowledge: 'ERP',
    skillResult: 'An absence request.',
    conversationInfo: ['I would like to take leave', 'Puhkuseavaldus'],
    screenShots: ['https://pictures.example/leave.png?size=2'],
    workflowApproval: true,
    ...values,
  };
}

/** The calls of the store. `in` is the company acted in, where it is not one's own. */
export function useSkillCalls(portal: () => TestPortal) {
  const acting = (companyId?: string): Record<string, string> =>
    companyId === undefined ? {} : { 'x-company': companyId };
  const create = (as: TestUser, body: unknown, headers: Record<string, string> = {}) =>
    portal().call('/skills/store/create', { as, body, headers });
  return {
    create,
    save: (as: TestUser, id: string, body: unknown, companyId?: string) =>
      portal().call(`/skills/store/update/${id}`, { as, method: 'PUT', body, headers: acting(companyId) }),
    remove: (as: TestUser, id: string, body?: unknown) =>
      portal().call(`/skills/store/delete/${id}`, { as, method: 'DELETE', body }),
    read: (as: TestUser, id: string) => portal().call(`/skills/store/${id}`, { as }),
    async listStore(as: TestUser): Promise<Skill[]> {
      return (await portal().call('/skills/store', { as })).body as Skill[];
    },
    async make(as: TestUser, values: Record<string, unknown> = {}, companyId?: string): Promise<Skill> {
      return expectCreated<Skill>(await create(as, skillForm(values), acting(companyId)));
    },
    async listAudit(as: TestUser, entityId: string): Promise<object[]> {
      const { body } = await portal().call(`/audit?entityId=${entityId}`, { as });
      return (body as { entries: object[] }).entries;
    },
    async upload(as: TestUser, bytes: Uint8Array): Promise<Screenshot> {
      return expectCreated<Screenshot>(await portal().call('/skills/store/screenshots', { as, body: bytes }));
    },
  };
}

function expectCreated<Body>({ status, body }: ApiAnswer): Body {
  if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}
