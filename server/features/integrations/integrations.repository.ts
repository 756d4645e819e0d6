import { and, asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connection/transactions.ts';
import { integrations } from '../../database/schema/integrations.ts';
import type { IntegrationValues, StoredIntegration } from './stored-integration.ts';

const columns = {
  id: integrations.id,
  uniqueId: integrations.uniqueId,
  name: integrations.name,
  provider: integrations.provider,
  service: integrations.service,
  serviceName: integrations.serviceName,
  category: integrations.category,
  status: integrations.status,
  url: integrations.url,
  hostname: integrations.hostname,
  port: integrations.port,
  client: integrations.client,
  username: integrations.username,
  workspaceId: integrations.workspaceId,
  classifierId: integrations.classifierId,
  collectionId: integrations.collectionId,
  environmentId: integrations.environmentId,
  modelId: integrations.modelId,
  password: integrations.password,
  testedAt: integrations.testedAt,
  testOk: integrations.testOk,
  version: integrations.version,
};

/** By name. */
export function listIntegrations(tx: Transaction): Promise<StoredIntegration[]> {
  return tx
    .select(columns)
    .from(integrations)
    .orderBy(sql`lower(${integrations.name})`, asc(integrations.id));
}

export async function findIntegration(tx: Transaction, id: string): Promise<StoredIntegration | undefined> {
  const [integration] = await tx.select(columns).from(integrations).where(eq(integrations.id, id));
  return integration;
}

/** The same, and nobody else can change it until the transaction ends. */
export async function lockIntegration(tx: Transaction, id: string): Promise<StoredIntegration | undefined> {
  const [integration] = await tx.select(columns).from(integrations).where(eq(integrations.id, id)).for('update');
  return integration;
}

/** The id is the caller's, because the password is sealed for it. */
export async function insertIntegration(
  tx: Transaction,
  values: IntegrationValues & Pick<StoredIntegration, 'id' | 'password'>,
  now: Date,
): Promise<StoredIntegration> {
  const [integration] = await tx
    .insert(integrations)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning(columns);
  if (!integration) throw new Error('the insert returned no row');
  return integration;
}

/** Writes an integration that this transaction has locked. */
export async function updateIntegration(
  tx: Transaction,
  { id, version }: Pick<StoredIntegration, 'id' | 'version'>,
  values: Partial<StoredIntegration>,
  now: Date,
): Promise<StoredIntegration> {
  const [integration] = await tx
    .update(integrations)
    .set({ ...values, version: version + 1, updatedAt: now })
    .where(and(eq(integrations.id, id), eq(integrations.version, version)))
    .returning(columns);
  if (!integration) throw new Error('the locked integration was changed by somebody else');
  return integration;
}

export async function deleteIntegration(tx: Transaction, id: string): Promise<void> {
  await tx.delete(integrations).where(eq(integrations.id, id));
}

/** Notes the outcome of a test, unless the integration was changed while it ran. */
export async function noteTest(
  tx: Transaction,
  { id, version }: Pick<StoredIntegration, 'id' | 'version'>,
  { at, ok }: { at: Date; ok: boolean },
): Promise<void> {
  await tx
    .update(integrations)
    .set({ testedAt: at, testOk: ok })
    .where(and(eq(integrations.id, id), eq(integrations.version, version)));
}
