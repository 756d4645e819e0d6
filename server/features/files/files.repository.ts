import { toScreenshotAddress } from '#contract/skill-values.ts';
import { toExecutor } from '../../database/executor.ts';
import type { Transaction } from '../../database/transactions.ts';
import { isNamedBySkill } from '../../database/unused-screenshots.ts';
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
