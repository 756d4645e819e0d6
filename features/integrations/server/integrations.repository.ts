import { assignments, columns, insertValues } from '#server/sql/columns.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, systemStatement } from '#server/sql/statement.ts';
import { array, bytes, instant, integer, uuid } from '#server/sql/types.ts';
import { integrationHealth } from './stored-health.ts';
import {
  integrationConnection,
  integrationValues,
  storedIntegration,
  type IntegrationValues,
  type StoredIntegration,
} from './stored-integration.ts';

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

/** Writes the health of an integration that this transaction has locked; its version stays. */
export const updateHealth = statement.run({
  text: `update integrations set ${assignments(integrationHealth)} where company_id = $companyId and id = $id`,
  params: { id: uuid, ...integrationHealth },
});

/** Active integrations of companies that are not suspended and whose test is due, the longest due first. */
export const listDueTests = systemStatement.list({
  text: `
    select i.company_id as "companyId", i.id from integrations i join companies c on c.id = i.company_id
    where i.status and (i.next_test_at is null or i.next_test_at <= $now)
      and c.status = 'active' and (c.suspended_from is null or c.suspended_from > $now)
    order by i.next_test_at nulls first limit $maxPerRun`,
  params: { now: instant, maxPerRun: integer },
  row: { companyId: uuid, id: uuid },
});

/** Claims those of the integrations that are still due; another portal may have claimed them since they were listed. */
export const claimDueTests = statement.list({
  text: `
    update integrations set next_test_at = $until
    where company_id = $companyId and id = any($ids) and status and (next_test_at is null or next_test_at <= $now)
    returning id`,
  params: { ids: array(uuid), now: instant, until: instant },
  row: { id: uuid },
});
