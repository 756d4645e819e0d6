import type { FirstStepSource } from '#server/records/first-step-source.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, uuid } from '#server/sql/types.ts';

/** Whether the steps are still shown, and whether the rights of the company were never saved. */
export const getFirstStepsState = statement.get({
  name: 'first-steps.state',
  text: `
    select has_first_steps as "hasSteps",
      not exists (select from role_rights where company_id = $companyId) as "asksReaders"
    from companies where id = $companyId`,
  row: { hasSteps: boolean, asksReaders: boolean },
});

/** Answers nothing where they were ended before. */
export const endFirstSteps = statement.find({
  text: `update companies set has_first_steps = false where id = $companyId and has_first_steps returning id`,
  row: { id: uuid },
});

/* The audit log has each reading. One by the provider is no step of the company. */
const getReading = statement.get({
  name: 'first-steps.reading',
  text: `
    select exists (
      select from audit_entries
      where company_id = $companyId and entity = 'conversation' and action = 'conversations.read'
        and actor_company is null) as "isRead"`,
  row: { isRead: boolean },
});

export const hasReadConversation: FirstStepSource = async (tx) => (await getReading(tx)).isRead;
