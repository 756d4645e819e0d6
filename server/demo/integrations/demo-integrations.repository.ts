import { randomUUID } from 'node:crypto';
import { integrations } from '../../database/schema/integrations.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import type { SecretBox } from '../../lib/crypto/secret-box.ts';
import { describeIntegration } from './demo-integrations.ts';
import type { DemoIntegration } from './demo-integrations.ts';

/** Inserts an integration with a sealed password. */
export async function insertDemoIntegration(
  tx: Transaction,
  companyId: string,
  integration: DemoIntegration,
  secretBox: SecretBox,
): Promise<void> {
  const { uniqueId, vendor: provider, service, status, fields } = integration;
  const { password = '', port, ...rest } = fields;
  const id = randomUUID();
  await tx.insert(integrations).values({
    ...rest,
    ...describeIntegration(integration),
    companyId,
    id,
    uniqueId,
    provider,
    service,
    status,
    port: port === undefined ? null : Number(port),
    password: secretBox.seal(password, { companyId, recordId: id }),
  });
}
