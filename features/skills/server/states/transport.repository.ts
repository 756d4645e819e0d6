import { statement } from '#server/sql/statement.ts';
import { instant, integer, nullable, text, uuid } from '#server/sql/types.ts';

export const findTransport = statement.find({
  text: 'select transport_key as key from skills where company_id = $companyId and id = $id',
  params: { id: uuid },
  row: { key: nullable(text) },
});

/**
 * Sets the transport file of a locked skill of the company; nulls delete it. The form's version stays, because the form
 * does not show it.
 */
export const updateTransport = statement.run({
  text: `
    update skills set transport_key = $key, transport_name = $name, transport_bytes = $size, updated_at = $now
    where company_id = $companyId and id = $id and deleted_at is null`,
  params: { id: uuid, key: nullable(text), name: nullable(text), size: nullable(integer), now: instant },
});
