import { can } from '#contract/capabilities.ts';
import { toEuros } from '#contract/billing/money.ts';
import type { BilledRequest, BilledRequestPage } from '#contract/billing/usage.ts';
import type { Actor } from '../../lib/request/actor.ts';
import { Problem } from '../../lib/request/problem.ts';
import { addMonths } from '#contract/calendar/zones.ts';
import { resolvePeriod } from './periods.ts';
import { readRequestKey, writeRequestKey } from './request-key.ts';
import type { RequestKey } from './request-key.ts';
import { findSkillNumbers, listRequests } from './requests.repository.ts';
import type { LedgerRequest } from './requests.repository.ts';
import type { UsageDependencies } from './usage.service.ts';

const usualPageSize = 50;

interface RequestsQuery {
  readonly skillId: string;
  readonly period?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The billed runs behind a row of the usage. A run of a technical user is billed like any other and so shown; the way to
 * its conversation is there for those alone who may see it in the logs.
 */
export async function readRequests(
  { database, clock }: UsageDependencies,
  actor: Actor,
  { skillId, period, after, limit = usualPageSize }: RequestsQuery,
): Promise<BilledRequestPage> {
  const { first } = resolvePeriod(period, actor.timeZone, clock.now());
  const page = {
    first,
    until: addMonths(first, 1),
    after: after === undefined ? undefined : toKey(after),
    // One more tells whether there is a next page.
    limit: limit + 1,
    includesTechnical: can(actor, 'analytics.include-technical-users'),
  };
  const found = await database.withCompany(actor.companyId, async (tx) => {
    const numbers = await findSkillNumbers(tx, skillId);
    if (!numbers) throw new Problem('record.not-found');
    return listRequests(tx, numbers, page);
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    payloads: shown.map(toBilledRequest),
    next: last && found.length > limit ? writeRequestKey({ ...last, occurredAt: last.occurredAt.toISOString() }) : null,
  };
}

function toKey(after: string): RequestKey {
  const key = readRequestKey(after);
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
}: LedgerRequest): BilledRequest => ({
  id,
  date: occurredAt.toISOString(),
  user: { firstName, lastName },
  price: toEuros(price),
  conversationId,
});
