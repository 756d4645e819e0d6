import type { Uses } from '#server/portal/portal.ts';
import { can } from '#contract/capabilities.ts';
import type { AuditEntry, AuditFilter } from '#features/protection/contract/audit.ts';
import { findShownWords } from '#features/protection/contract/find-shown-words.ts';
import { addDays, getStartOfDay } from '#contract/calendar/zones.ts';
import { foldSearch } from '#contract/fold-text.ts';
import { isUuid } from '#contract/uuid.ts';
import { maskName } from '#domain/ledger/named-user.ts';
import type { Masker } from '#domain/masking/mask-text.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import { toLogRecordLabel } from '#domain/conversations/conversation-subject.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import * as repository from './audit.repository.ts';
import { auditConditions, type ConversationFacts } from './audit.repository.ts';

const pageSize = 50;

interface AuditQuery extends AuditFilter {
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Without the VAT number where the actor may not see it, and without the company's data where it may see none of it. The id of a
 * conversation, which is stored as the hash of its sender's, is shown as elsewhere, also in labels of earlier releases.
 */
export function toVisibleEntry(actor: Actor, entry: AuditEntry): AuditEntry {
  if (isAboutConversation(entry)) {
    const shown = actor.ids.show(entry.entityId);
    return { ...entry, entityId: shown, entityLabel: toLogRecordLabel(shown) };
  }
  if (entry.entity !== 'company' || seesCompanyWhole(actor)) return entry;
  const omitVatNumber = ({ vatNumber: _vatNumber, ...fields }: Record<string, unknown>) => fields;
  const omit = (fields: AuditEntry['before']) => (fields && can(actor, 'company.read') ? omitVatNumber(fields) : null);
  return { ...entry, before: omit(entry.before), after: omit(entry.after) };
}

const isAboutConversation = ({ entity, entityId }: Pick<AuditEntry, 'entity' | 'entityId'>) =>
  entity === 'conversation' && isUuid(entityId);

const seesCompanyWhole = (actor: Actor) => can(actor, 'company.read') && can(actor, 'company.see-vat-number');

/** The parameter of a search in what entries store and in the words that are shown for it, without values that the actor may not see. */
function toSearchParam(actor: Actor, search: string | undefined): string[] | null {
  const folded = foldSearch(search ?? '');
  return folded === '' ? null : [folded, seesCompanyWhole(actor) ? '' : 'company', ...findShownWords(folded)];
}

/** The parameters of a filter. Days are those of the company's zone, both included. */
export function toAuditParams(actor: Actor, { from, to, entityId, search, ...filter }: AuditFilter) {
  const { timeZone: zone, ids } = actor;
  return auditConditions.toParams(filter, {
    search: toSearchParam(actor, search),
    from: from === undefined ? null : new Date(getStartOfDay(from, zone)),
    to: to === undefined ? null : new Date(getStartOfDay(addDays(to, 1), zone)),
    entityId: entityId === undefined ? null : [entityId, isUuid(entityId) ? ids.open(entityId) : entityId],
  });
}

/** One page; `next` is the `before` of the following page, null at the end. Persons have their names as readers of the log see them. */
export async function listAuditEntries(
  { database, workers }: Uses<'database' | 'workers'>,
  actor: Actor,
  { limit = pageSize, before, ...asked }: AuditQuery,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const filter = toAuditParams(actor, asked);
  const found = await database.inCompany.read(actor.companyId, (tx) =>
    repository.listAuditEntries(tx, { filter, before, limit: limit + 1 }),
  );
  const page = found.slice(0, limit);
  const facts = await findFacts(database, actor, page);
  const entries = await renderMasked(workers, actor, (masker) =>
    page.map((entry) => ({
      ...toVisibleEntry(actor, entry),
      ...(isAboutConversation(entry) && { conversation: toNames(masker, facts.get(entry.entityId)) }),
    })),
  );
  return { entries, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** The conversations that entries are about, by their stored ids; without those that were deleted. */
async function findFacts(
  { inCompany }: Uses<'database'>['database'],
  { companyId }: Actor,
  page: readonly AuditEntry[],
) {
  const ids = [...new Set(page.filter(isAboutConversation).map(({ entityId }) => entityId))];
  if (ids.length === 0) return new Map<string, ConversationFacts>();
  const found = await inCompany.read(companyId, (tx) => repository.listConversationFacts(tx, { ids }));
  return new Map(found.map((each) => [each.id, each]));
}

function toNames(masker: Masker, facts: ConversationFacts | undefined): AuditEntry['conversation'] {
  if (!facts) return null;
  const { firstName, lastName } = maskName(masker, facts);
  return { user: `${firstName} ${lastName}`.trim(), skill: facts.skill };
}
