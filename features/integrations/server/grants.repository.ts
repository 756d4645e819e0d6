import { columns, insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, nullable, text, uuid } from '#server/sql/types.ts';
import { storedIntegration } from './stored-integration.ts';

export const keyGrant = {
  keyId: uuid,
  keyName: text,
  hint: text,
  grantedBy: nullable(text),
  grantedAt: nullable(instant),
};

const selectKeys = `
  select k.id as "keyId", k.name as "keyName", k.hint, g.granted_by as "grantedBy", g.granted_at as "grantedAt"
  from intake_keys k left join integration_grants g
    on g.company_id = $companyId and g.intake_key_id = k.id and g.integration_id = $integrationId
  where k.company_id = $companyId and k.revoked_at is null`;

/** The active keys by name, with their grant of the integration. */
export const listKeyGrants = statement.list({
  text: `${selectKeys} order by lower(k.name), k.id`,
  params: { integrationId: uuid },
  row: keyGrant,
});

/** Locks the key against its revocation until the transaction ends. */
export const lockKeyGrant = statement.find({
  text: `${selectKeys} and k.id = $keyId for share of k`,
  params: { integrationId: uuid, keyId: uuid },
  lockedRows: 'keyId',
  row: keyGrant,
});

const grant = { integrationId: uuid, intakeKeyId: uuid, grantedBy: text, grantedAt: instant };

export const createGrant = statement.run({
  text: `insert into integration_grants ${insertValues(grant)}`,
  params: grant,
});

export const deleteGrant = statement.run({
  text: `
    delete from integration_grants
    where company_id = $companyId and integration_id = $integrationId and intake_key_id = $keyId`,
  params: { integrationId: uuid, keyId: uuid },
});

/* The key is compared again, because it may be revoked since the guard has found it. */
const selectForKey = `
  select ${columns(storedIntegration)}, exists (
      select from integration_grants g join intake_keys k on k.company_id = g.company_id and k.id = g.intake_key_id
      where g.company_id = $companyId and g.integration_id = integrations.id and g.intake_key_id = $keyId
        and k.revoked_at is null) as "isGranted"
  from integrations where company_id = $companyId and status`;

/** The Active integrations by name, each with whether the key may read its credentials. */
export const listForKey = statement.list({
  text: `${selectForKey} order by lower(name), id`,
  params: { keyId: uuid },
  row: { ...storedIntegration, isGranted: boolean },
});

export const findForKey = statement.find({
  text: `${selectForKey} and id = $id`,
  params: { keyId: uuid, id: uuid },
  row: { ...storedIntegration, isGranted: boolean },
});
