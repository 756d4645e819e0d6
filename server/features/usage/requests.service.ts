import { can } from '#contract/capabilities.ts';
import { toEuros } from '#contract/billing/money.ts';
import type { BilledRequest, BilledRequestPage } from '#contract/billing/usage.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { resolvePeriod } from './periods.ts';
import { formatRequestKey, parseRequestKey } from './request-key.ts';
import type { RequestKey } from './request-key.ts';
import * as repository from './requests.repository.ts';
import type { UsageEvent } from './requests.repository.ts';
import type { UsageDependencies } from './usage.service.ts';

const defaultPageSize = 50;

interface RequestsQuery {
  readonly skillId: string;
  readonly period?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The usage events of a skill. Those of technical users are billed and therefore listed; their conversation ids are null
 * for actors who may not see these conversations in the log.
 */
export async function listUsageEvents(
  { database, clock }: UsageDependencies,
  actor: Actor,
  { skillId, period, after, limit = defaultPageSize }: RequestsQuery,
): Promise<BilledRequestPage> {
  const { first } = resolvePeriod(period, actor.timeZone, clock.now());
  const page = {
    first,
    until: addMonths(first, 1),
    after: after === undefined ? undefined : toKey(after),
    // One more, to find out whether there is a next page.
    limit: limit + 1,
    includesTechnical: can(actor, 'analytics.include-technical-users'),
  };
  const found = await database.withCompany(actor.companyId, async (tx) => {
    const numbers = await repository.findSkillNumbers(tx, skillId);
    if (!numbers) throw new Problem('record.not-found');
    return repository.listUsageEvents(tx, { ...page, numbers });
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    payloads: shown.map(toBilledRequest),
    next:
      last && found.length > limit ? formatRequestKey({ ...last, occurredAt: last.occurredAt.toISOString() }) : null,
  };
}

function toKey(after: string): RequestKey {
  const key = parseRequestKey(after);
  if (!key) throw new Problem('request.invalid', { fields: [{ path: 'after', message: 'No page ends here.' }] });
  return key;
}

const toBilledRequest = ({
  id,
  occurredAt,
  firstName,
  lastName,
  price,
  conversationId,
}: UsageEvent): BilledRequest => ({
  id,
  date: occurredAt.toISOString(),
  user: { firstName, lastName },
  price: toEuros(price),
  conversationId,
});
