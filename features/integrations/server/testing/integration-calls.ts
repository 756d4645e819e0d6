import type { Integration } from '#features/integrations/contract/integrations.ts';
import type { TestPortal, TestUser } from '#server/testing/test-portal.ts';

/** The calls of a SuperAdmin, whom `as` replaces. */
export function createIntegrationCalls(getPortal: () => TestPortal, getSuperAdmin: () => TestUser) {
  const create = (body: unknown, headers: Record<string, string> = {}, as = getSuperAdmin()) =>
    getPortal().call('/integrations', { as, body, headers });
  return {
    create,
    add: async (body: unknown, as = getSuperAdmin()) => (await create(body, {}, as)).body as Integration,
    save: (id: string, body: unknown, as = getSuperAdmin()) =>
      getPortal().call(`/integrations/${id}`, { as, method: 'PUT', body }),
    remove: (id: string, as = getSuperAdmin()) => getPortal().call(`/integrations/${id}`, { as, method: 'DELETE' }),
    list: async (as = getSuperAdmin()) => (await getPortal().call('/integrations', { as })).body as Integration[],
  };
}

/** Messages of a problem, by field. */
export const readMessages = ({ body }: { body: unknown }) => {
  const { fields = [] } = body as { fields?: { path: string; message: string }[] };
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]));
};

export const without = (record: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
