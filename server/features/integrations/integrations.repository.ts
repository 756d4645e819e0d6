import { assignments, columns, insertValues } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { boolean, bytes, instant, integer, uuid } from '../../sql/types.ts';
import { integrationConnection, integrationValues, storedIntegration } from './stored-integration.ts';
import type { IntegrationValues, StoredIntegration } from './stored-integration.ts';

const selection = `select ${columns(storedIntegration)} from integrations where company_id = $companyId`;

/** By name. */
export const listIntegrations = statement.list({
  text: `${selection} order by lower(name), id`,
  row: storedIntegration,
});

export const findIntegration = statement.find({
  text: `${selection} and id = $id`,
  params: { id: uuid },
  row: storedIntegration,
});

/** Finds the integration and locks it until the transaction ends. */
export const lockIntegration = statement.find({
  text: `${selection} and id = $id for update`,
  params: { id: uuid },
  row: storedIntegration,
});

const created = { ...integrationValues, id: uuid, password: bytes, createdAt: instant, updatedAt: instant };

const createIntegrationStatement = statement({
  text: `insert into integrations ${insertValues(created)} returning ${columns(storedIntegration)}`,
  params: created,
  row: storedIntegration,
});

/** The caller chooses the id, because the password is encrypted for it. */
export function createIntegration(
  tx: CompanyTransaction,
  integration: IntegrationValues & Pick<StoredIntegration, 'id' | 'password'>,
  now: Date,
): Promise<StoredIntegration> {
  return tx.get(createIntegrationStatement, { ...integration, createdAt: now, updatedAt: now });
}

/** Writes an integration that this transaction has locked. */
export const updateIntegration = statement.get({
  text: `
    update integrations set ${assignments({ ...integrationValues, ...integrationConnection })}, version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id returning ${columns(storedIntegration)}`,
  params: { ...integrationValues, ...integrationConnection, id: uuid, now: instant },
  row: storedIntegration,
});

export const deleteIntegration = statement.run({
  text: 'delete from integrations where company_id = $companyId and id = $id',
  params: { id: uuid },
});

/** Records the result of a test, unless the integration was changed while the test ran. */
export const recordTest = statement.run({
  text: `
    update integrations set tested_at = $at, test_ok = $ok
    where company_id = $companyId and id = $id and version = $version`,
  params: { id: uuid, version: integer, at: instant, ok: boolean },
});
