import { statement } from '../../../sql/statement.ts';
import { instant, uuid } from '../../../sql/types.ts';

const reader = { accountId: uuid, conversationId: uuid };

/** Undefined where the account reads the conversation masked. */
export const findUnmasking = statement.find({
  text: `
    select until from transcript_unmaskings
    where company_id = $companyId and account_id = $accountId and conversation_id = $conversationId and until > $now`,
  params: { ...reader, now: instant },
  row: { until: instant },
});

export const upsertUnmasking = statement.run({
  text: `
    insert into transcript_unmaskings (company_id, account_id, conversation_id, until)
    values ($companyId, $accountId, $conversationId, $until)
    on conflict (company_id, account_id, conversation_id) do update set until = excluded.until`,
  params: { ...reader, until: instant },
});
