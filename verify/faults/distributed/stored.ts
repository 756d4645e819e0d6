import type { CompanyLoad } from './company-load.ts';
import type { DistributedPortal } from './distributed-portal.ts';

/** Counts of the acknowledged writes of all companies, as they are stored. */
interface Stored {
  readonly conversations: number;
  readonly runs: number;
  readonly lost: number;
  readonly doubled: number;
  readonly torn: number;
  /** Transactions that no server has ended. */
  readonly prepared: number;
}

/**
 * A conversation is stored with two messages and its usage event; a committed reservation with its usage event. Each id is
 * counted on the coordinator, over all shards.
 */
export async function readStored(
  { ask }: Pick<DistributedPortal, 'ask'>,
  loads: readonly CompanyLoad[],
): Promise<Stored> {
  const sum = { conversations: 0, runs: 0, lost: 0, doubled: 0, torn: 0 };
  for (const { companyId, conversations, runs } of loads) {
    const listed = async (statement: string) => (await ask<{ id: string }>(statement, [companyId])).map(({ id }) => id);
    const storedConversations = await listed('select external_id as id from conversations where company_id = $1');
    const events = await listed('select external_id as id from usage_events where company_id = $1');
    const committed = await listed(
      `select external_id as id from budget_reservations where company_id = $1 and state = 'committed'`,
    );
    const [found] = await ask<{ messages: number }>(
      'select count(*)::int as messages from messages where company_id = $1',
      [companyId],
    );
    const [conversationIds, eventIds] = [new Set(storedConversations), new Set(events)];
    sum.conversations += conversations.size;
    sum.runs += runs.size;
    sum.lost += [...conversations].filter((id) => !conversationIds.has(id)).length;
    sum.lost += [...runs].filter((id) => !eventIds.has(id)).length;
    sum.doubled += storedConversations.length - conversationIds.size + events.length - eventIds.size;
    sum.torn += committed.filter((id) => !eventIds.has(id)).length;
    // Each conversation of the load has a run of its own beside those that were asked for.
    sum.torn += Math.abs(events.length - committed.length - storedConversations.length);
    sum.torn += Math.abs((found?.messages ?? 0) - 2 * storedConversations.length);
  }
  const [{ prepared } = { prepared: NaN }] = await ask<{ prepared: number }>(
    `select (select count(*) from pg_prepared_xacts)::int + sum(result::int)::int as prepared
      from run_command_on_workers('select count(*) from pg_prepared_xacts')`,
  );
  return { ...sum, prepared };
}
