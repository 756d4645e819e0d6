import { addDays, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { CompanyFigures } from '#features/company/contract/companies.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Uses } from '#server/portal/portal.ts';
import {
  findSuspensionDays,
  listDue,
  listLastConversations,
  listLatestNotes,
  listLongOverdue,
  listSkillCosts,
  listSupportCosts,
  listUnbilledRuns,
  listUnmappedRuns,
  listZones,
} from './company-figures.repository.ts';

/** The zones in which a day begins last and first. */
const latestZone = 'Etc/GMT+12';
const earliestZone = 'Etc/GMT-14';

/** Lists the sums of every company in ten statements, however many companies there are. */
export async function listCompanyFigures({ database, clock }: Uses<'database' | 'clock'>): Promise<CompanyFigures[]> {
  const nowMs = clock.now().getTime();
  // At the turn of a month some companies are still in the one before.
  const first = getMonth(getDay(nowMs, latestZone));
  const read = await database.inSystem('companies.list', async (tx) => {
    const days = (await findSuspensionDays(tx))?.days ?? null;
    const today = getDay(nowMs, earliestZone);
    return Promise.all([
      listZones(tx),
      listSkillCosts(tx, { first }),
      listSupportCosts(tx, { first }),
      listDue(tx, { latest: getDay(nowMs, earliestZone) }),
      listLastConversations(tx),
      listUnbilledRuns(tx, { first }),
      listUnmappedRuns(tx, { first }),
      listLatestNotes(tx, { most: latestNoteLength }),
      days === null ? [] : listLongOverdue(tx, { before: addDays(today, -days), today }),
      days,
    ]);
  });
  const [companies, skills, support, due, conversations, unbilled, unmapped, notes, longOverdue, proposedAfter] = read;
  const ofCompany = {
    costs: groupByCompany([...skills, ...support]),
    invoices: groupByCompany(due),
    unbilled: groupByCompany(unbilled),
    unmapped: groupByCompany(unmapped),
  };
  const days = new Map(conversations.map(({ companyId, day }) => [companyId, day]));
  const notesOf = new Map(notes.map(({ companyId, ...each }) => [companyId, each]));
  const longestDue = new Map(longOverdue.map(({ companyId, dueDay }) => [companyId, dueDay]));
  return companies.map(({ id, timeZone, canBeSuspended }) => {
    const today = getDay(nowMs, timeZone);
    const month = getMonth(today);
    const ofMonth = <Row extends { month: string }>(rows: readonly Row[] = []) =>
      rows.filter((row) => row.month === month);
    const overdue = (ofCompany.invoices.get(id) ?? []).filter(({ dueDay }) => dueDay < today);
    return {
      id,
      spend: toEuros(sum(ofMonth(ofCompany.costs.get(id)), ({ amount }) => amount)),
      overdue: {
        count: sum(overdue, ({ count }) => count),
        total: toEuros(sum(overdue, ({ total }) => total)),
      },
      suspension: canBeSuspended ? toProposal(longestDue.get(id), proposedAfter, today) : null,
      unbilledRuns: sum(ofMonth(ofCompany.unbilled.get(id)), ({ runs }) => runs),
      unmappedRuns: sum(ofMonth(ofCompany.unmapped.get(id)), ({ runs }) => runs),
      lastConversation: days.get(id) ?? null,
      notes: toFirstLine(notesOf.get(id)),
    };
  });
}

/** Characters of a note that a row of the list has room for. */
const latestNoteLength = 120;

const toFirstLine = (notes: { readonly count: number; readonly latest: string } | undefined) =>
  notes ? { ...notes, latest: notes.latest.split('\n', 1)[0] ?? '' } : null;

/** @param days after which a suspension is proposed, in the zone of the company */
function toProposal(dueDay: string | undefined, days: number | null, today: string): CompanyFigures['suspension'] {
  return dueDay === undefined || days === null || addDays(dueDay, days) >= today ? null : { dueDay, days };
}

const groupByCompany = <Row extends { companyId: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ companyId }) => companyId);

const sum = <Row>(rows: readonly Row[], toNumber: (row: Row) => number): number =>
  rows.reduce((all, row) => all + toNumber(row), 0);
