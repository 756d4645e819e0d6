import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { listEndpoints } from '#server/testing/sweeps/endpoints.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createIntegrationCalls } from './testing/integration-calls.ts';
import { sapForm } from './testing/integration-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;
let other: TestUser;
let otherKey: IntakeKeyWithSecret;
const { add } = createIntegrationCalls(portal, () => superAdmin);

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  ({ superAdmin: other } = await portal().makeCompany());
  key = await makeKey(superAdmin);
  otherKey = await makeKey(other);
});

const makeKey = async (as: TestUser) =>
  (await portal().call('/intake/keys', { as, body: { name: randomUUID() } })).body as IntakeKeyWithSecret;
const bearer = ({ secret }: IntakeKeyWithSecret) => ({ authorization: `Bearer ${secret}` });

async function reserve(by: IntakeKeyWithSecret): Promise<string> {
  const body = { skill: 'Leave', requestId: randomUUID() };
  const answer = await portal().call('/authorize', { headers: bearer(by), body });
  return (answer.body as { reservation: string }).reservation;
}

type Answer = Readonly<Record<string, unknown>>;

/** Calls the endpoint with the id in every place of its path. */
async function call(endpoint: { method: string; path: string; access: string }, id: string): Promise<Answer> {
  const { method, path, access } = endpoint;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'index' ? '0' : encodeURIComponent(id)));
  const caller = access === 'intake' ? { headers: bearer(key) } : { as: superAdmin };
  const { status, body } = await portal().call(address, { method, ...caller });
  return { status, ...(body as Record<string, unknown>), requestId: '' };
}

const endpoints = listEndpoints()
  .filter(({ path, params }) => params && /^\/(?:intake|authorize)\//.test(path))
  .map(({ method, path, meta }) => ({ method, path, access: meta.access, missing: meta.missing ?? 'nothing' }));

test.each(endpoints)('$method $path says which record there is not', async (endpoint) => {
  const nonsense = await call(endpoint, 'run 4711');
  expect(nonsense).toMatchObject({
    status: 404,
    code: 'record.not-found',
    message: `This record does not exist. Reason: ${endpoint.missing}`,
  });
  expect(nonsense['message']).toMatch(/No .+ of your company has this ID.+ Use `/);
});

test.each(['commit', 'release'])(
  '%s answers alike for reservations that are unknown and of another company',
  async (step) => {
    const endpoint = { method: 'POST', path: `/authorize/{id}/${step}`, access: 'intake' };
    const unknown = await call(endpoint, randomUUID());
    expect(unknown).toMatchObject({ status: 404, message: expect.stringContaining('No reservation of your company') });
    expect(await call(endpoint, await reserve(otherKey))).toEqual(unknown);
    expect(await call(endpoint, 'reservation')).toEqual(unknown);
    expect(await call(endpoint, await reserve(key))).toMatchObject({ status: 200 });
  },
);

test('credentials answer alike for integrations that are unknown, disabled, of another company or named by uniqueId', async () => {
  const endpoint = { method: 'POST', path: '/intake/integrations/{id}/credentials', access: 'intake' };
  const [active, disabled, foreign] = [
    await add(sapForm()),
    await add(sapForm({ status: false })),
    await add(sapForm(), other),
  ];
  const unknown = await call(endpoint, randomUUID());
  expect(unknown).toMatchObject({ status: 404, message: expect.stringContaining('not `uniqueId`') });
  for (const id of [disabled.id, foreign.id, active.uniqueId ?? 'SAP-N']) {
    expect(await call(endpoint, id)).toEqual(unknown);
  }
  expect(await call(endpoint, active.id)).toMatchObject({ status: 403, code: 'integrations.not-granted' });
});
