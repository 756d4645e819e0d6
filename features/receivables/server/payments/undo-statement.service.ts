import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { toOpen, undoPayments, recordEntries, type Scope } from './apply-payments.service.ts';
import {
  deleteEntriesOfStatement,
  findEntry,
  listEntriesOfStatement,
  listReturnsOf,
  type StoredEntry,
} from './entries.repository.ts';
import { matchEntries } from './match-entries.service.ts';
import { toStatementName } from './read-statement.service.ts';
import { withoutReturn } from './returns.service.ts';
import { deleteStatement, findStatement, forgetSharedFiles, lockProvider } from './statements.repository.ts';

/**
 * Undoes a statement as if it had not been read: the payments of its entries no longer count, what its returns took back is matched
 * again, and the same file can be read again. @throws Problem `record.not-found`
 */
export async function undoStatement(
  { database, clock }: Uses<'database' | 'clock'>,
  context: CallContext,
  id: string,
): Promise<void> {
  const { homeCompanyId: provider } = context.actor;
  await database.inSystem('payments.match', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    await lockProvider(tx, { provider });
    const statement = await findStatement(tx, { provider, id });
    if (!statement) throw new Problem('record.not-found');
    const scope = { provider, context, now: clock.now() };
    const entries = await listEntriesOfStatement(tx, { provider, statementId: id });
    const paying = entries.filter(({ assignedTenThousandths }) => assignedTenThousandths > 0);
    if (paying.length > 0)
      await undoPayments(
        tx,
        scope,
        paying.map((entry) => entry.id),
      );
    await reopenOthers(tx, scope, entries);
    await deleteEntriesOfStatement(tx, { provider, statementId: id });
    await forgetSharedFiles(tx, { provider, id });
    await deleteStatement(tx, { provider, id });
    await matchEntries(tx, scope);
    const { iban, statementId } = statement;
    await recordAudit(tx, {
      ...toAuditStamp(context, scope.now, true),
      companyId: provider,
      entity: 'bankStatement',
      entityId: id,
      entityLabel: toStatementName(statement),
      action: 'payments.undo-statement',
      before: { iban, statementId, entries: entries.length },
    });
  });
}

/** Opens the entries of other statements that took back, or were taken back by, those that go. */
async function reopenOthers(tx: SystemTransaction, scope: Scope, entries: readonly StoredEntry[]): Promise<void> {
  const { provider } = scope;
  const own = new Set(entries.map(({ id }) => id));
  const returns = (await listReturnsOf(tx, { provider, ids: [...own] })).filter(({ id }) => !own.has(id));
  const credits = new Map<string, StoredEntry>();
  for (const taken of entries) {
    const { returnsId } = taken;
    if (returnsId === null || own.has(returnsId)) continue;
    const credit = credits.get(returnsId) ?? (await findEntry(tx, { provider, id: returnsId }));
    if (credit) credits.set(returnsId, withoutReturn(credit, taken));
  }
  // What a person has assigned stays; rules decide about the others again.
  const ofRules = [...credits.values()].filter(({ isManual }) => !isManual);
  const paying = ofRules.filter(({ assignedTenThousandths }) => assignedTenThousandths > 0).map(({ id }) => id);
  if (paying.length > 0) await undoPayments(tx, scope, paying);
  await recordEntries(tx, scope, [
    ...returns.map((entry) => toOpen(entry, { isManual: false })),
    ...ofRules.map((entry) => ({
      ...entry,
      reason: null,
      assignedTenThousandths: 0,
      customerId: null,
      decidedBy: null,
    })),
    ...[...credits.values()]
      .filter(({ isManual }) => isManual)
      .map((entry) => ({ ...entry, reason: 'undone' as const })),
  ]);
}
