import {
  defaultMasking,
  type MaskingSettings,
  type MaskKind,
  type OwnPattern,
} from '#features/protection/contract/masking-kinds.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { columns } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { array, json, textOf } from '#server/sql/types.ts';

const stored = { shown: array(textOf<MaskKind>()), patterns: json<OwnPattern[]>() };

const findStored = statement.find({
  text: `select ${columns(stored)} from masking_settings where company_id = $companyId`,
  row: stored,
});

/** How the company's conversations are masked. */
export async function getMasking(tx: CompanyTransaction): Promise<MaskingSettings> {
  return (await findStored(tx)) ?? defaultMasking;
}
