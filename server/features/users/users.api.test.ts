import { expect, test } from 'vitest';
import { useTestPortal } from '../../testing/test-portal.ts';

const portal = useTestPortal();

const form = {
  firstName: 'Jaan',
  lastName: 'Tamm',
  email: 'Jaan.Tamm@Test.Example',
  company: 'Acme',
  sapId: 'JTAMM',
  roles: ['User'],
};

test('a SuperAdmin creates a user, who then stands in the list with a lower-case address', async () => {
  const { superAdmin } = await portal().makeCompany();
  const created = await portal().call('/users', { as: superAdmin, body: form });
  expect(created.status).toBe(201);
  const list = await portal().call('/users?stringValue=tamm', { as: superAdmin });
  expect(list.body).toEqual([{ ...form, email: 'jaan.tamm@test.example', ...(created.body as object), version: 1 }]);
});
