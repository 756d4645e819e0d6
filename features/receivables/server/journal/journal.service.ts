import type { JournalAccounts, JournalSettings } from '#features/receivables/contract/journal/journal.ts';
import {
  ledgerAccountNames,
  ledgerAccounts,
  type LedgerAccount,
} from '#features/receivables/contract/journal/ledger-accounts.ts';
import { confirmAtHome } from '#server/access/confirm-actor.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { changeRecord } from '#server/records/change-record.ts';
import * as repository from './journal.repository.ts';
import type { StoredAccounts, StoredPaper } from './journal.repository.ts';
import { planPostings, type JournalLine, type PostedPaper } from './plan-postings.ts';

/* The settings are the provider's, also while the actor acts in another company. */

export async function getAccounts({ database }: Uses<'database'>, actor: Actor): Promise<JournalSettings> {
  const found = await database.inCompany.read(actor.homeCompanyId, (tx) => repository.findAccounts(tx));
  return toSettings(found ?? { accounts: {}, version: 1 });
}

export function updateAccounts(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  { accounts, version }: { readonly accounts: JournalAccounts; readonly version?: number | undefined },
): Promise<JournalSettings> {
  const { actor } = context;
  const now = clock.now();
  return database.inCompany(actor.homeCompanyId, async (tx) => {
    await confirmAtHome(tx, actor, 'companies.manage');
    await repository.ensureAccounts(tx, { now });
    const changed = await changeRecord<StoredAccounts>(tx, {
      context,
      now,
      isAtHome: true,
      action: 'journal.update-accounts',
      lock: () => repository.lockAccounts(tx),
      version,
      toVisible: toSettings,
      write: () => repository.updateAccounts(tx, { accounts, now }),
      toSubject: () => ({ entity: 'journal', entityId: actor.homeCompanyId, entityLabel: 'Accounts of the journal' }),
      toFields: toAudited,
    });
    return toSettings(changed);
  });
}

/** An account that is not stored has the number of the catalogue. */
function toSettings({ accounts, version }: StoredAccounts): JournalSettings {
  const filled = ledgerAccountNames.map((name) => [
    name,
    accounts[name] ?? { number: ledgerAccounts[name].number, costCentre: '' },
  ]);
  return { accounts: Object.fromEntries(filled) as JournalAccounts, version };
}

const toAudited = (stored: StoredAccounts) =>
  Object.fromEntries(
    Object.entries(toSettings(stored).accounts).map(([name, { number, costCentre }]) => [
      ledgerAccounts[name as LedgerAccount].label,
      [number, costCentre].filter(Boolean).join(', '),
    ]),
  );

/** The VAT as a paper says it. Of the feature `billing`. */
export type FindVat = (
  paper: Pick<StoredPaper, 'totalTenThousandths' | 'vatPercent' | 'isReverseCharge'> & { readonly vat: never },
) => PostedPaper['vat'];

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Lists the postings of the papers that were issued to all companies on some days. @throws Problem `request.invalid` */
export async function listJournal(
  { database }: Uses<'database'>,
  actor: Actor,
  days: Days,
  findVat: FindVat,
): Promise<JournalLine[]> {
  allowDays(days);
  const { accounts } = await getAccounts({ database }, actor);
  const papers = await database.inSystem('invoices.list-all', (tx) => repository.listPapers(tx, days));
  return papers.flatMap((paper) => {
    const { number, kind, issueDate, corrects, company, totalTenThousandths } = paper;
    const vat = findVat({ ...paper, vat: paper.vat as never });
    return planPostings({ kind, totalTenThousandths, vat }).map((posting) => ({
      ...posting,
      number,
      kind,
      issueDate,
      corrects,
      company,
      accountNumber: accounts[posting.account].number,
      costCentre: accounts[posting.account].costCentre,
    }));
  });
}

/** @throws Problem `request.invalid` where the days end before they begin */
function allowDays({ from, to }: Days): void {
  if (to >= from) return;
  throw new Problem('request.invalid', { fields: [{ path: 'to', message: 'The last day is before the first.' }] });
}
