import type { CompanyTransaction } from '../../../sql/sql.ts';
import { statement } from '../../../sql/statement.ts';
import { array, instant, text } from '../../../sql/types.ts';

/** Beside those of the months, where the texts of conversations are. */
const ofConversations = [
  'public.conversation_reviews',
  'public.files',
  'public.spans',
  'public.tool_daily_stats',
  'public.transcript_unmaskings',
] as const;

const ofRequests = ['public.matched_usage_events', 'public.usage_events'] as const;

/** Where a person is named. Jobs hold the mails that wait. */
export const tablesOfPersons = [
  ...ofRequests,
  'public.attribute_values',
  'public.budget_reservations',
  'public.company_exports',
  'public.idempotency_keys',
  'public.mail_reports',
  'public.notification_settings',
  'public.pool_agreements',
  'public.reported_user_keys',
  'public.reported_users',
  'public.sent_mails',
  'public.sign_in_links',
  'public.sign_in_providers',
  'public.users',
  'identity.*',
  'pgboss.*',
] as const;

const createWaiting = statement({
  text: `
    insert into waiting_overwrites (company_id, name, since)
    select $companyId, t.name, $now from unnest($names::text[]) as t (name)
    on conflict (company_id, name) do update set erasures = waiting_overwrites.erasures + 1`,
  params: { names: array(text), now: instant },
});

/** Lets tables be written anew at night; in the transaction that deletes something of them. */
export const createWaitingOverwrites = async (
  tx: CompanyTransaction,
  names: readonly string[],
  now: Date,
): Promise<void> => void (await tx.run(createWaiting, { names: [...names], now }));

interface Erased {
  /** Of the conversations whose texts were deleted. */
  readonly conversations: ReadonlyArray<{ readonly startedAt: number }>;
  readonly hasRequests: boolean;
}

/** The tables of conversations, of the months in which they began. */
export function listTablesOf({ conversations, hasRequests }: Erased): string[] {
  const months = new Set(conversations.map(({ startedAt }) => new Date(startedAt).toISOString().slice(0, 7)));
  const ofMonths = [...months].flatMap((month) =>
    ['conversations', 'messages'].map((parent) => `public.${parent}_${month.replace('-', '_')}`),
  );
  return [...ofMonths, ...ofConversations, ...(hasRequests ? ofRequests : [])];
}
