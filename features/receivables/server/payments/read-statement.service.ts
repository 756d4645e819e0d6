import { createHash } from 'node:crypto';
import type { ReadOutcome } from '#features/receivables/contract/payments/payment-entries.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { getActorName, type Scope } from './apply-payments.service.ts';
import type { BankDetail, BankStatement } from './camt/bank-file.ts';
import { createEntries, listEntriesOfStatement, listKnownPayers, type StoredEntry } from './entries.repository.ts';
import { listBankEntries, toReadStatement } from './list-entries.service.ts';
import { matchEntries } from './match-entries.service.ts';
import {
  countStatement,
  createStatement,
  listStatementsOfFile,
  lockProvider,
  type StoredStatement,
} from './statements.repository.ts';

export interface StatementFile {
  readonly body: Blob;
  readonly fileName: string;
  /** That of the preview; a caller without one has looked at none. */
  readonly token?: string | undefined;
}

/** The effects of a file in its transaction. */
export interface Applied {
  readonly outcome: ReadOutcome;
  /** The entries that it brought, in the order of the bank. */
  readonly created: readonly StoredEntry[];
  /** Entries of earlier files that were decided with it. */
  readonly earlier: readonly StoredEntry[];
}

type ReadingPortal = Uses<'database' | 'workers' | 'provider' | 'clock'>;

/**
 * Reads a file of bank statements and matches its entries, all or nothing. A file that was read before changes nothing.
 * @throws Problem `payments.unreadable`, `payments.other-account`, `payments.other-currency`, `payments.preview-stale`
 */
export const recordStatement = (
  portal: ReadingPortal,
  context: CallContext,
  file: StatementFile,
): Promise<ReadOutcome> =>
  applyFile(portal, context, file, async (tx, applied) => {
    const { outcome } = applied;
    const isOther = !outcome.isKnown && file.token !== undefined && file.token !== (await listShown(tx, applied)).token;
    if (isOther) throw new Problem('payments.preview-stale');
    return outcome;
  });

/** Applies a file, and calls `look` in the same transaction. */
export async function applyFile<Result>(
  portal: ReadingPortal,
  context: CallContext,
  { body, fileName }: StatementFile,
  look: (tx: SystemTransaction, applied: Applied) => Promise<Result>,
): Promise<Result> {
  const { database, workers, clock } = portal;
  const { homeCompanyId: provider } = context.actor;
  const bytes = new Uint8Array(await body.arrayBuffer());
  const { readCamtTask } = await import('./camt/read-camt.ts');
  const file = await workers.run(readCamtTask, bytes, { companyId: provider, size: bytes.length });
  const own = listOwn(file.statements, portal.provider.iban);
  const fileHash = createHash('sha256').update(bytes).digest('base64url');
  const otherAccounts = file.statements.length - own.length;
  return database.inSystem('payments.match', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    await lockProvider(tx, { provider });
    const known = await listStatementsOfFile(tx, { provider, fileHash });
    if (known.length > 0) {
      const outcome = { isKnown: true, statements: known.map(toReadStatement), otherAccounts, matched: 0, open: 0 };
      return look(tx, { outcome, created: [], earlier: [] });
    }
    const scope = { provider, context, now: clock.now() };
    const written: StoredStatement[] = [];
    for (const [position, statement] of own.entries()) {
      written.push(await writeStatement(tx, scope, { statement, position, fileName, fileHash }));
    }
    const decided = await matchEntries(tx, scope);
    const created: StoredEntry[] = [];
    for (const { id } of written) created.push(...(await listEntriesOfStatement(tx, { provider, statementId: id })));
    const ids = new Set(created.map(({ id }) => id));
    const open = created.filter(({ state }) => state === 'open').length;
    const statements = written.map(toReadStatement);
    return look(tx, {
      outcome: { isKnown: false, statements, otherAccounts, matched: created.length - open, open },
      created,
      earlier: decided.filter(({ id }) => !ids.has(id)),
    });
  });
}

/** The effects as they are shown, and their token, which is the same as long as the file would do the same. */
export async function listShown(tx: SystemTransaction, { outcome, created, earlier }: Applied) {
  const entries = await listBankEntries(tx, created);
  const others = (await listBankEntries(tx, earlier)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  // Ids of what is rolled back are others the next time.
  const said = [entries.map(({ id: _, ...entry }) => entry), others, outcome.statements.map(({ known }) => known)];
  return { entries, token: createHash('sha256').update(JSON.stringify(said)).digest('base64url') };
}

/** The statements of the account that invoices name. @throws Problem `payments.other-account`, `payments.other-currency` */
function listOwn(statements: readonly BankStatement[], accountIban: string) {
  const iban = accountIban.replaceAll(' ', '').toUpperCase();
  const own = statements.filter((statement) => statement.iban === iban);
  if (own.length === 0) {
    const others = [...new Set(statements.map((statement) => statement.iban ?? 'an account without IBAN'))];
    throw new Problem('payments.other-account', {
      reason: `It is of ${others.slice(0, 3).join(', ')}; your invoices name ${iban}.`,
    });
  }
  const other = own.find(({ currency }) => currency !== null && currency !== 'EUR');
  if (other) throw new Problem('payments.other-currency', { reason: `Its account is in ${other.currency}.` });
  return own;
}

async function writeStatement(
  tx: SystemTransaction,
  scope: Scope,
  input: { statement: BankStatement; position: number; fileName: string; fileHash: string },
): Promise<StoredStatement> {
  const { provider, context, now } = scope;
  const { statement, position, fileName, fileHash } = input;
  const { iban, statementId, from, to, leftOut } = statement;
  const refunds = await listRefunds(tx, provider, statement.paidOut);
  const details = [...statement.details, ...refunds];
  const { id } = await createStatement(tx, {
    provider,
    fileHash,
    position,
    fileName,
    iban: iban ?? '',
    statementId,
    fromDay: from,
    toDay: to,
    outgoing: leftOut.outgoing - refunds.length,
    pending: leftOut.pending,
    inOthers: leftOut.foreign,
    readAt: now,
    readBy: getActorName(scope),
  });
  const entries = (await createEntries(tx, { provider, statementId: id, ...toColumns(details, new Set(refunds)) }))
    .length;
  const stored = await countStatement(tx, { provider, id, entries, known: details.length - entries });
  await recordAudit(tx, {
    ...toAuditStamp(context, now, true),
    companyId: provider,
    entity: 'bankStatement',
    entityId: id,
    entityLabel: toStatementName(stored),
    action: 'payments.read-statement',
    after: { fileName, statementId, from, to, entries, known: stored.known },
  });
  return stored;
}

/** The name of a statement: its file, or its number at the bank. */
export const toStatementName = ({ fileName, statementId }: Pick<StoredStatement, 'fileName' | 'statementId'>): string =>
  fileName || statementId || 'Bank statement';

/** Payments to accounts from which customers have paid; others are none of this feature, and are not stored. */
async function listRefunds(
  tx: SystemTransaction,
  provider: string,
  paidOut: readonly BankDetail[],
): Promise<BankDetail[]> {
  if (paidOut.length === 0) return [];
  const ibans = [...new Set(paidOut.flatMap(({ payerIban }) => payerIban ?? []))];
  const known = new Set((await listKnownPayers(tx, { provider, ibans })).map(({ payerIban }) => payerIban));
  return paidOut.filter(({ payerIban }) => known.has(payerIban));
}

const toColumns = (details: readonly BankDetail[], refunds: ReadonlySet<BankDetail>) => ({
  positions: details.map((_, index) => index),
  bankKeys: details.map(({ bankKey }) => bankKey),
  kinds: details.map(({ kind }) => kind),
  amounts: details.map(({ amount }) => amount),
  days: details.map(({ day }) => day),
  payerNames: details.map(({ payerName }) => payerName),
  payerIbans: details.map(({ payerIban }) => payerIban),
  references: details.map(({ references }) => JSON.stringify(references)),
  texts: details.map(({ text }) => text),
  searched: details.map(({ searched }) => searched),
  identifications: details.map(({ identifications }) => JSON.stringify(identifications)),
  batches: details.map(({ isBatch }) => isBatch),
  reasons: details.map((detail) => (refunds.has(detail) ? 'refund' : null)),
});
