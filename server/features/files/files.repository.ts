import { toScreenshotAddress } from '#contract/skills/skill-values.ts';
import { isNamedBySkill } from '../../records/screenshot-use.sql.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { boolean, instant, nullable, text, uuid } from '../../sql/types.ts';
import type { FoundFile } from './found-file.ts';

const findFileStatement = statement({
  name: 'files.find',
  text: `
    select f.company_id as "companyId", f.purpose, f.content_type as "contentType", f.thumbnail_key as "thumbnailKey",
      f.created_at as "createdAt", f.purpose = 'screenshot' and ${isNamedBySkill} as "isNamed"
    from files f where (f.company_id = $companyId or f.is_provided) and f.key = $key`,
  params: { prefix: text, key: text },
  row: {
    companyId: uuid,
    purpose: text,
    contentType: text,
    thumbnailKey: nullable(text),
    createdAt: instant,
    isNamed: boolean,
  },
});

/** A file of the company, or a screenshot of the provider's skills. */
export function findFile(tx: CompanyTransaction, key: string): Promise<FoundFile | undefined> {
  return tx.find(findFileStatement, { prefix: toScreenshotAddress(''), key });
}
