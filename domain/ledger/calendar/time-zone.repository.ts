import { getDay } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { text } from '#server/sql/types.ts';

/** The zone of the company, with its changes. */
export const getTimeZone = statement.get({
  text: 'select time_zone as "timeZone" from companies where id = $companyId',
  row: { timeZone: text },
});

/** The day of the company, for what does not know its zone. */
export const getToday = async (tx: CompanyTransaction, now: Date): Promise<string> =>
  getDay(now.getTime(), (await getTimeZone(tx)).timeZone);
