import { can } from '#contract/capabilities.ts';
import { toMasker } from '../../ledger/masking/mask-text.ts';
import { toNamedUser } from '../../ledger/named-user.ts';
import { toEuros } from '#contract/billing/money.ts';
import type { UsageEvent, UsageEventPage } from '#contract/billing/usage.ts';
import { toTranscriptReader } from '../../ledger/transcript-readers.sql.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { resolvePeriod } from './periods.ts';
import { formatUsageEventKey, parseUsageEventKey } from './usage-event-key.ts';
import type { UsageEventKey } from './usage-event-key.ts';
import * as repository from './usage-events.repository.ts';
import type { StoredUsageEvent } from './usage-events.repository.ts';
import type { UsageDependencies } from './usage.service.ts';

const defaultPageSize = 50;

interface UsageEventsQuery {
  readonly skillId: string;
  readonly period?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The usage events of a skill. Those of technical users are billed and therefore listed; conversation ids are null
 * for actors who may not read these conversations in the log.
 */
export async function listUsageEvents(
  { database, clock }: UsageDependencies,
  actor: Actor,
  { skillId, period, after, limit = defaultPageSize }: UsageEventsQuery,
): Promise<UsageEventPage> {
  const { first } = resolvePeriod(period, actor.timeZone, clock.now());
  const page = {
    first,
    until: addMonths(first, 1),
    after: after === undefined ? undefined : toKey(after),
    // One more, to find out whether there is a next page.
    limit: limit + 1,
    includesTechnical: can(actor, 'analytics.include-technical-users'),
    ...toTranscriptReader(actor),
  };
  const found = await database.withCompany(actor.companyId, async (tx) => {
    const numbers = await repository.findSkillNumbers(tx, skillId);
    if (!numbers) throw new Problem('record.not-found');
    return repository.listUsageEvents(tx, { ...page, numbers });
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    payloads: shown.map((event) => toUsageEvent(actor, event)),
    next:
      last && found.length > limit ? formatUsageEventKey({ ...last, occurredAt: last.occurredAt.toISOString() }) : null,
  };
}

function toKey(after: string): UsageEventKey {
  const key = parseUsageEventKey(after);
  if (!key) throw new Problem('request.invalid', { fields: [{ path: 'after', message: 'Invalid page cursor.' }] });
  return key;
}

const toUsageEvent = (
  { masking }: Actor,
  { id, occurredAt, price, conversationId, firstName, lastName, isMapped, userNumber }: StoredUsageEvent,
): UsageEvent => ({
  id,
  date: occurredAt.toISOString(),
  user: toNamedUser(toMasker(masking), { firstName, lastName, isMapped, userNumber }),
  price: toEuros(price),
  conversationId,
});
