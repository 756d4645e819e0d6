import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestReport } from '#features/integrations/contract/integrations.ts';
import { startCanary, type Canary } from '#server/outside/assistants/testing/canary.ts';
import { forbiddenAddresses, forbiddenHosts } from '#server/outside/assistants/testing/forbidden-targets.ts';
import { startTestPortal, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

let canary: Canary;
let portal: TestPortal;
let superAdmin: TestUser;
let stop: () => Promise<void>;
let tried = 0;

beforeAll(async () => {
  canary = await startCanary();
  // Neither the port nor the portal's own address is what keeps the canary from being reached.
  const started = await startTestPortal({ OUTBOUND_PORTS: '1-65535', PUBLIC_URL: 'http://portal.example' });
  ({ portal } = started);
  ({ superAdmin } = await portal.makeCompany());
  stop = async () => {
    await started.stop();
    // The bench adds this number up over all tests.
    process.stdout.write(`outbound: ${tried} targets, ${canary.countHits()} reached\n`);
    await canary.close();
  };
});
afterAll(() => stop());

/** Refused as a form, or as an address; never an error of ours. */
async function expectRefused(body: unknown): Promise<void> {
  tried += 1;
  const answer = await portal.call('/integrations/test', { as: superAdmin, body });
  const [first] = answer.status === 200 ? (answer.body as TestReport).steps : [];
  const outcome = first ? `${first.step} ${first.outcome}` : answer.status;
  expect(outcome).toBeOneOf(['address failed', 422]);
  expect(canary.countHits()).toBe(0);
}

test.each(forbiddenHosts)('a SuperAdmin can not have %j called', async (host) => {
  await expectRefused(sapForm({ hostname: host, port: canary.port }));
  await expectRefused(assistantForm({ url: `https://${host}:${canary.port}/` }));
  await expectRefused(assistantForm({ url: `http://${host}:${canary.port}/` }));
});

test.each(forbiddenAddresses)('nor %j', async (address) => {
  await expectRefused(assistantForm({ url: address.replaceAll('PORT', String(canary.port)) }));
});

test('nor what is stored', async () => {
  const { body } = await portal.call('/integrations', {
    as: superAdmin,
    body: sapForm({ hostname: '127.0.0.1', port: canary.port }),
  });
  tried += 1;
  const path = `/integrations/${(body as { id: string }).id}/test`;
  const report = (await portal.call(path, { as: superAdmin, method: 'POST' })).body as TestReport;
  expect(report.steps[0]).toMatchObject({ step: 'address', outcome: 'failed' });
  expect(canary.countHits()).toBe(0);
});
