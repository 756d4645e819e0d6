import { toScreenshotAddress } from '#contract/skills/skill-values.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';
import { isNamedBySkill } from '../../records/screenshot-use.sql.ts';
import type { FoundFile } from './found-file.ts';

const statement = {
  name: 'file',
  text: `
    select f.company_id as "companyId", f.purpose, f.content_type as "contentType", f.thumbnail_key as "thumbnailKey",
      f.created_at as "createdAt", f.purpose = 'screenshot' and ${isNamedBySkill} as "isNamed"
    from files f where f.key = $2`,
};

export async function findFile(tx: Transaction, key: string): Promise<FoundFile | undefined> {
  const { rows } = await toExecutor(tx).query<FoundFile>(statement, [toScreenshotAddress(''), key]);
  return rows[0];
}
