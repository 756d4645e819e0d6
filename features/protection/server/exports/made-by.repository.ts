import type { Capability } from '#contract/capabilities.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { statement } from '#server/sql/statement.ts';
import { integer, text, uuid } from '#server/sql/types.ts';

/** Rights of a file's owner on which its content depends, as they were when it was made. */
export interface MadeBy {
  readonly capabilities: readonly Capability[];
  readonly masking: MaskingSettings;
  /** The reported users of whom the owner could read the transcripts; null where of all. */
  readonly userNumbers: readonly number[] | null;
}

/** The reported users that are mapped to a user. */
export const listUserNumbers = statement.list({
  text: 'select number from reported_users where company_id = $companyId and user_id = $userId order by number',
  params: { userId: uuid },
  row: { number: integer },
});

export const getCompanyName = statement.get({
  text: 'select name from companies where id = $companyId',
  row: { name: text },
});
