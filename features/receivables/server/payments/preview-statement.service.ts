import { previewWords, type PreviewKind } from '#features/receivables/contract/payments/entry-words.ts';
import type { BankEntry, StatementPreview } from '#features/receivables/contract/payments/payment-entries.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import type { Uses } from '#server/portal/portal.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { applyFile, listShown, type Applied, type StatementFile } from './read-statement.service.ts';
import { listPaymentsOfEntries } from './statements.repository.ts';

/** The order in which outcomes are shown. */
const previewKinds = Object.keys(previewWords) as PreviewKind[];

/** The first entries that are shown. */
const mostEntries = 50;

/** Ends the transaction of a preview, so that nothing of it stays. */
class RolledBack extends Error {
  readonly preview: StatementPreview;

  constructor(preview: StatementPreview) {
    super('A preview changes nothing.');
    this.preview = preview;
  }
}

/**
 * Says what a file would do, by applying it in a transaction that is rolled back: so it is what recording the file does.
 * @throws Problem `payments.unreadable`, `payments.other-account`, `payments.other-currency`
 */
export async function previewStatement(
  portal: Uses<'database' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  file: StatementFile,
): Promise<StatementPreview> {
  try {
    return await applyFile(portal, context, file, async (tx, applied): Promise<never> => {
      throw new RolledBack(await toPreview(tx, applied));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.preview;
    throw error;
  }
}

async function toPreview(tx: SystemTransaction, applied: Applied): Promise<StatementPreview> {
  const { entries, token } = await listShown(tx, applied);
  const paying = entries.filter(({ payments }) => payments.length > 0).map(({ id }) => id);
  const payments = paying.length === 0 ? [] : await listPaymentsOfEntries(tx, { ids: paying });
  const partly = new Set(payments.filter(({ isPaid }) => !isPaid).map(({ entryId }) => entryId));
  const amounts = new Map(applied.created.map(({ id, amountTenThousandths }) => [id, amountTenThousandths]));
  const byKind = Map.groupBy(entries, (entry) => getKind(entry, partly.has(entry.id)));
  const groups = previewKinds.flatMap((kind) => {
    const found = byKind.get(kind) ?? [];
    const amount = toEuros(found.reduce((sum, { id }) => sum + (amounts.get(id) ?? 0), 0));
    return found.length === 0 ? [] : [{ kind, count: found.length, amount }];
  });
  const earlier = applied.earlier.length;
  return { ...applied.outcome, groups, earlier, entries: entries.slice(0, mostEntries), token };
}

function getKind({ kind, state, reason, rest, payments }: BankEntry, isPartly: boolean): PreviewKind {
  if (kind === 'return' && state === 'open') return reason === 'refund' ? 'refund' : 'return-unmatched';
  if (kind === 'return') return 'returned';
  if (state === 'returned') return 'gone';
  if (payments.length > 0 && rest > 0) return 'over';
  if (payments.length > 0) return isPartly ? 'partly' : 'paid';
  if (reason === 'later') return 'later';
  return reason === 'unknown' || reason === 'batch' ? 'unmatched' : 'ambiguous';
}
