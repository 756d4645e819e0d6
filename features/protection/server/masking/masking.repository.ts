import type { MaskKind, OwnPattern } from '#features/protection/contract/masking-kinds.ts';
import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, instant, integer, json, jsonText, textOf, type RowOf } from '#server/sql/types.ts';

const settings = { shown: array(textOf<MaskKind>()), patterns: json<readonly OwnPattern[]>() };
const stored = { ...settings, version: integer };

export type StoredMasking = RowOf<typeof stored>;

const selectMasking = `select ${columns(stored)} from masking_settings where company_id = $companyId`;

/** Undefined for a company that has never changed them. */
export const findMasking = statement.find({ text: selectMasking, row: stored });

/** Stores the defaults where there is nothing to lock yet. */
export const ensureMasking = statement.run({
  text: `
    insert into masking_settings (company_id, updated_at) values ($companyId, $now)
    on conflict (company_id) do nothing`,
  params: { now: instant },
});

/** Locks the settings until the transaction ends. */
export const lockMasking = statement.get({ text: `${selectMasking} for update`, row: stored });

/** Writes settings that this transaction has locked. */
export const updateMasking = statement.get({
  text: `
    update masking_settings set shown = $shown, patterns = $patterns, version = version + 1, updated_at = $now
    where company_id = $companyId returning ${columns(stored)}`,
  params: { shown: settings.shown, patterns: jsonText, now: instant },
  row: stored,
});
