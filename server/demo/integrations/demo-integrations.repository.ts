import { randomUUID } from 'node:crypto';
import type { SecretBox } from '../../lib/crypto/secret-box.ts';
import { insertValues } from '../../sql/columns.ts';
import type { SystemTransaction } from '../../sql/sql.ts';
import { systemStatement } from '../../sql/statement.ts';
import { boolean, bytes, instant, integer, nullable, text, uuid } from '../../sql/types.ts';
import { describeIntegration } from './demo-integrations.ts';
import type { DemoIntegration } from './demo-integrations.ts';

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
  });
}
