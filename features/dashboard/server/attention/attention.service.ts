import type { AttentionFacts, AttentionKind, AttentionLine } from '#contract/attention/attention-facts.ts';
import { attentionKindNames, attentionKinds } from '#contract/attention/attention-kinds.ts';
import { getDay, getMonth } from '#contract/calendar/zones.ts';
import { can, type CapabilityHolder } from '#contract/capabilities.ts';
import type { FirstSteps } from '#features/company/contract/first-steps.ts';
import { askedCompanies, type Attention, type CompaniesAttention } from '#features/dashboard/contract/attention.ts';
import { limitOwnerNames } from '#features/money/contract/limits/limit-kinds.ts';
import { fromEuros } from '#features/money/contract/money.ts';
import { listDaysReached } from '#domain/ledger/costs/limit-days.ts';
import { runSideBySide } from '#server/lib/concurrency/side-by-side.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { AskedAttention, AttentionSource } from '#server/records/attention-source.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findMailedAttention, listAskedCompanies } from './asked-companies.repository.ts';

/** The one source of each kind, in the feature that owns its facts. */
export type AttentionSources = { readonly [Kind in AttentionKind]: AttentionSource<Kind> };

declare module '../../../../server/portal/portal.ts' {
  interface Portal {
    readonly attentionSources: AttentionSources;
    readonly findFirstSteps: (actor: Actor) => Promise<FirstSteps | undefined>;
  }
}

const maySee = (holder: CapabilityHolder, kind: AttentionKind) =>
  attentionKinds[kind].needs.every((capability) => can(holder, capability));

/** Reads the list of the actor, and whether it is mailed. */
export async function getAttention(
  portal: Uses<'database' | 'workers' | 'clock' | 'attentionSources' | 'findFirstSteps'>,
  actor: Actor,
): Promise<Attention> {
  const lines = await listAttention(portal, actor);
  const firstSteps = await portal.findFirstSteps(actor);
  const listed = { lines, ...(firstSteps && { firstSteps }) };
  if (actor.actsFrom !== null) return listed;
  const { isMailed } = await portal.database.inCompany.read(actor.companyId, (tx) =>
    findMailedAttention(tx, { userId: actor.userId }),
  );
  return { ...listed, isMailed };
}

/** Lists what needs the actor, the most urgent first. Kinds beyond the actor's rights are not read. */
export async function listAttention(
  { database, workers, clock, attentionSources }: Uses<'database' | 'workers' | 'clock' | 'attentionSources'>,
  actor: Actor,
): Promise<AttentionLine[]> {
  const kinds = attentionKindNames.filter((kind) => maySee(actor, kind));
  if (kinds.length === 0) return [];
  const asked = toAsked(clock.now(), actor.timeZone);
  const lines = await database.inCompany.read(actor.companyId, (tx) =>
    readLines(tx, attentionSources, { kinds, asked }),
  );
  return Promise.all(
    lines.map(async (line) =>
      showLine({ workers }, actor, await addDayReached({ database }, actor.companyId, line, asked)),
    ),
  );
}

/** Adds since when a limit of a person, department or key is reached, which its page says too: it takes a look at the requests of that owner. */
async function addDayReached(
  { database }: Uses<'database'>,
  companyId: string,
  line: AttentionLine,
  { today }: AskedAttention,
): Promise<AttentionLine> {
  if (line.kind !== 'reachedLimits') return line;
  const { of, owner, limit: euros } = line.facts;
  const limit = fromEuros(euros);
  const kind = limitOwnerNames.find((each) => each === of);
  if (kind === undefined || owner === undefined || limit === undefined) return line;
  const month = getMonth(today);
  const days = await listDaysReached(database, companyId, { kind, month, reached: [{ owner, limit }] });
  return { ...line, facts: { ...line.facts, since: days.get(owner) ?? null } };
}

const toAsked = (now: Date, timeZone: string): AskedAttention => ({
  now,
  timeZone,
  today: getDay(now.getTime(), timeZone),
});

/** Reads all kinds in one trip to the database: no source waits for another. */
async function readLines(
  tx: CompanyTransaction,
  sources: AttentionSources,
  { kinds, asked }: { readonly kinds: readonly AttentionKind[]; readonly asked: AskedAttention },
): Promise<AttentionLine[]> {
  const lines = await Promise.all(kinds.map(async (kind) => ({ kind, facts: await sources[kind](tx, asked) })));
  return lines.filter(({ facts }) => facts !== null) as AttentionLine[];
}

/** Reasons are texts of assistants, which a reader gets masked; equal ones are added then, and the commonest is kept. */
async function showLine({ workers }: Uses<'workers'>, actor: Actor, line: AttentionLine): Promise<AttentionLine> {
  if (line.kind !== 'failedAnswers') return line;
  const { companyId, masking } = actor;
  const reasons = await renderMasked(workers, { companyId, masking }, ({ maskText }) =>
    addReasons(line.facts.reasons.map(({ reason, count }) => ({ reason: maskText(reason), count }))),
  );
  return { ...line, facts: { ...line.facts, reasons: reasons.slice(0, 1) } };
}

type Reasons = AttentionFacts<'failedAnswers'>['reasons'];

const addReasons = (reasons: Reasons): Reasons =>
  [...Map.groupBy(reasons, ({ reason }) => reason)]
    .map(([reason, equal]) => ({ reason, count: equal.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count);

/** Companies that are asked at a time: more would keep the connections from the calls of their users. */
const mostSideBySide = 4;

/** Counts what needs the provider, by company, in a page of them. No name or text of a company's data is in the answer. */
export async function listCompaniesAttention(
  { database, clock, attentionSources }: Uses<'database' | 'clock' | 'attentionSources'>,
  after: string | undefined,
): Promise<CompaniesAttention> {
  const now = clock.now();
  // One more, to find out whether there is a next page.
  const found = await database.inSystem('attention.list', (tx) =>
    listAskedCompanies(tx, { now, after: after ?? null, most: askedCompanies + 1 }),
  );
  const page = found.slice(0, askedCompanies);
  const listed = await runSideBySide(page, mostSideBySide, async ({ id, name, timeZone }) => {
    const asked = toAsked(now, timeZone);
    const lines = await database.inCompany.read(id, (tx) =>
      readLines(tx, attentionSources, { kinds: attentionKindNames, asked }),
    );
    return { id, name, kinds: lines.map(({ kind, facts }) => ({ kind, count: facts.count })) };
  });
  const companies = listed.filter(({ kinds }) => kinds.length > 0);
  return { companies, next: found.length > page.length ? (page.at(-1)?.id ?? null) : null };
}
