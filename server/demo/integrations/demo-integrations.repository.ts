import { randomUUID } from 'node:crypto';
import type { SecretBox } from '../../lib/crypto/secret-box.ts';
import { insertValues } from '../../sql/columns.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { boolean, bytes, instant, integer, nullable, text, uuid, type RowOf } from '../../sql/types.ts';
import { describeIntegration, type DemoIntegration } from './demo-integrations.ts';

const fields = {
  url: nullable(text),
  hostname: nullable(text),
  client: nullable(text),
  username: nullable(text),
  workspaceId: nullable(text),
  classifierId: nullable(text),
  collectionId: nullable(text),
  environmentId: nullable(text),
  modelId: nullable(text),
};
const health = {
  testedAt: nullable(instant),
  testOk: nullable(boolean),
  failedTests: integer,
  failingSince: nullable(instant),
  failedStep: nullable(text),
  failure: nullable(text),
  lastSuccessAt: nullable(instant),
  brokenAt: nullable(instant),
  nextTestAt: instant,
};
const integration = {
  companyId: uuid,
  id: uuid,
  uniqueId: text,
  name: text,
  provider: text,
  service: text,
  serviceName: text,
  category: text,
  status: boolean,
  port: nullable(integer),
  password: bytes,
  createdAt: instant,
  updatedAt: instant,
  ...fields,
  ...health,
};
const createIntegrationStatement = systemStatement({
  text: `insert into integrations ${insertValues(integration)}`,
  params: integration,
});

const noFields = Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as Record<
  keyof typeof fields,
  null
>;

/** Creates an integration with an encrypted password. */
export async function createDemoIntegration(
  tx: SystemTransaction,
  companyId: string,
  demoIntegration: DemoIntegration,
  { secretBox, now }: { readonly secretBox: SecretBox; readonly now: Date },
): Promise<void> {
  const { uniqueId, vendor: provider, service, status } = demoIntegration;
  const { password = '', port, ...rest } = demoIntegration.fields;
  const id = randomUUID();
  await tx.run(createIntegrationStatement, {
    ...noFields,
    ...rest,
    ...describeIntegration(demoIntegration),
    companyId,
    id,
    uniqueId,
    provider,
    service,
    status,
    port: port === undefined ? null : Number(port),
    password: secretBox.seal(password, { companyId, recordId: id }),
    createdAt: now,
    updatedAt: now,
    ...toHealth(demoIntegration, now),
  });
}

/** Their hosts are invented, so the schedule tests none of them. */
const neverTestedAgain = new Date('9999-12-31T00:00:00Z');
const hourMs = 3_600_000;

function toHealth({ health: state }: DemoIntegration, now: Date): RowOf<typeof health> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const untested = {
    testedAt: null,
    testOk: null,
    failedTests: 0,
    failingSince: null,
    failedStep: null,
    failure: null,
  };
  const none = { ...untested, lastSuccessAt: null, brokenAt: null, nextTestAt: neverTestedAgain };
  if (state === undefined) return none;
  if (state === 'working') return { ...none, testedAt: ago(1), testOk: true, lastSuccessAt: ago(1) };
  const failing = { failedStep: 'reach', failure: 'The address could not be reached.', testOk: false };
  return {
    ...none,
    ...failing,
    testedAt: ago(1),
    failedTests: state === 'broken' ? 5 : 1,
    failingSince: state === 'broken' ? ago(72) : ago(1),
    lastSuccessAt: state === 'broken' ? ago(73) : ago(2),
    brokenAt: state === 'broken' ? ago(71) : null,
  };
}
