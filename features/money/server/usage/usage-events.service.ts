import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { resolveConversation } from '#domain/masking/asked-conversation.ts';
import { toNamedUser } from '#domain/ledger/named-user.ts';
import { toEuros } from '#features/money/contract/money.ts';
import { allSkillsId } from '#features/money/contract/usage-ids.ts';
import type { UsageEvent, UsageEventPage } from '#features/money/contract/usage.ts';
import { toTranscriptReader } from '#domain/ledger/transcript-readers.sql.ts';
import { showIds } from '#server/lib/crypto/shown-ids.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { addDays, addMonths } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { resolvePeriod } from '#domain/ledger/periods.ts';
import { formatUsageEventKey, parseUsageEventKey, type UsageEventKey } from './usage-event-key.ts';
import * as repository from './usage-events.repository.ts';
import type { StoredUsageEvent } from './usage-events.repository.ts';

const defaultPageSize = 50;
/** Around all that a company can report. */
const [firstDay, lastDay] = ['2000-01-01', '2101-01-01'];

interface UsageEventsQuery {
  readonly skillId: string;
  /** A month; or days, the first and the last. */
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly user?: string | undefined;
  /** One that the actor may read. */
  readonly conversation?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The usage events of a skill, or of all. Those of technical users are billed and therefore listed; conversation ids are
 * null for actors who may not read these conversations in the log.
 * @throws Problem `record.not-found` for a skill or a conversation that there is not, or that the actor may not read
 */
export async function listUsageEvents(
  portal: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  { skillId, after, limit = defaultPageSize, ...query }: UsageEventsQuery,
): Promise<UsageEventPage> {
  const { database, workers, clock } = portal;
  const days = resolveDays(query, actor.timeZone, clock.now());
  const conversation = await findConversation(portal, actor, query.conversation);
  const page = {
    after: after === undefined ? undefined : toKey(after, actor),
    // One more, to find out whether there is a next page.
    limit: limit + 1,
    includesTechnical: can(actor, 'analytics.include-technical-users'),
    ...toTranscriptReader(actor),
  };
  const { events, total } = await database.inCompany(actor.companyId, async (tx) => {
    const numbers = skillId === allSkillsId ? null : await repository.findSkillNumbers(tx, skillId);
    if (numbers === undefined) throw new Problem('record.not-found');
    const scope = { numbers, users: await findUserNumbers(tx, query.user), conversation, ...days };
    return {
      events: await repository.listUsageEvents(tx, { ...page, ...scope }),
      total: after === undefined ? (await repository.countUsageEvents(tx, scope)).count : null,
    };
  });
  const shown = showIds(actor.ids, events.slice(0, limit), [{ id: 'id' }, { id: 'conversationId' }]);
  const last = shown.at(-1);
  return {
    payloads: await renderMasked(workers, actor, (masker) => shown.map((event) => toUsageEvent(masker, event))),
    total,
    next:
      last && events.length > limit
        ? formatUsageEventKey({ ...last, occurredAt: last.occurredAt.toISOString() })
        : null,
  };
}

/** The stored id of a conversation, as the log finds it; null where none is asked for. */
async function findConversation(
  { database, workers }: Uses<'database' | 'workers'>,
  actor: Actor,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null;
  if (!can(actor, 'transcripts.read-own')) throw new Problem('record.not-found');
  const id = await resolveConversation({ database, workers }, actor, asked);
  const includesTechnical = can(actor, 'analytics.include-technical-users');
  const reader = { id, includesTechnical, ...toTranscriptReader(actor) };
  const readable = await database.inCompany.read(actor.companyId, (tx) => repository.findReadable(tx, reader));
  if (!readable) throw new Problem('record.not-found');
  return id;
}

async function findUserNumbers(tx: CompanyTransaction, userId: string | undefined) {
  if (userId === undefined) return null;
  return (await repository.listUserNumbers(tx, { userId })).map(({ number }) => number);
}

type AskedDays = Pick<UsageEventsQuery, 'period' | 'from' | 'to' | 'conversation'>;

/** The days of a range, else those of a month, by default the present one; of a conversation all. */
function resolveDays({ period, from, to, conversation }: AskedDays, zone: string, now: Date) {
  if (from !== undefined && to !== undefined) return { first: from, until: addDays(to, 1) };
  if (conversation !== undefined && period === undefined) return { first: firstDay, until: lastDay };
  const { first } = resolvePeriod(period, zone, now);
  return { first, until: addMonths(first, 1) };
}

function toKey(after: string, { ids }: Actor): UsageEventKey {
  const key = parseUsageEventKey(after);
  if (!key) throw new Problem('request.invalid', { fields: [{ path: 'after', message: 'Invalid page cursor.' }] });
  return { ...key, id: ids.open(key.id) };
}

const toUsageEvent = (
  masker: Masker,
  { id, occurredAt, skill, price, conversationId, firstName, lastName, isMapped, userNumber }: StoredUsageEvent,
): UsageEvent => ({
  id,
  date: occurredAt.toISOString(),
  skill,
  user: toNamedUser(masker, { firstName, lastName, isMapped, userNumber }),
  price: toEuros(price),
  conversationId,
});
