import type { AttentionSource } from '#server/records/attention-source.ts';
import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, integer } from '#server/sql/types.ts';

/** Whether a mail about limits is on, and an administrator has not unsubscribed from it. */
const reaches = (kind: 'accountLimit' | 'budgetWarning', column: string) => `
  (n.${column} and exists (
    select from users u where u.company_id = $companyId and u.deactivated_at is null
      and u.roles && array['SuperAdmin', 'Admin'] and not exists (
        select from mail_opt_outs o where o.company_id = $companyId and o.user_id = u.id and o.kind = '${kind}')))`;

const getLimits = statement.get({
  name: 'attention.silent-limits',
  text: `
    select (
      (select count(limit_ten_thousandths) + count(support_limit_ten_thousandths) from company_limits where company_id = $companyId)
      + (select count(*) from skill_limits where company_id = $companyId)
      + (select count(limit_ten_thousandths) from support_items where company_id = $companyId))::integer as count,
      exists (select from notification_settings n where n.company_id = $companyId
        and (${reaches('accountLimit', 'account_limit')} or ${reaches('budgetWarning', 'budget_warning')})) as "isNotified"`,
  row: { count: integer, isNotified: boolean },
});

export const findSilentLimits: AttentionSource<'silentLimits'> = async (tx) => {
  const { count, isNotified } = await getLimits(tx);
  return count === 0 || isNotified ? null : { count };
};

/** Whether a limit is set, and e-mailed about. */
export const hasNotifiedLimit: FirstStepSource = async (tx) => {
  const { count, isNotified } = await getLimits(tx);
  return count > 0 && isNotified;
};
