import { createHash } from 'node:crypto';
import type { ReadOutcome, ReadStatement } from '#features/receivables/contract/payments/payment-entries.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { Uses } from '#server/portal/portal.ts';
import { recordAudit } from '#server/records/audit.ts';
import type { SystemTransaction } from '#server/sql/sql.ts';
import { getActorName, type Scope } from './apply-payments.service.ts';
import type { BankDetail, BankStatement } from './camt/bank-file.ts';
import { readCamtTask } from './camt/read-camt.ts';
import { countStates, createEntries } from './entries.repository.ts';
import { matchEntries } from './match-entries.service.ts';
import {
  countStatement,
  createStatement,
  listStatementsOfFile,
  lockProvider,
  type StoredStatement,
} from './statements.repository.ts';

interface StatementFile {
  readonly body: Blob;
  readonly fileName: string;
}

/**
 * Reads a file of bank statements and matches its entries, all or nothing. A file that was read before changes nothing.
 * @throws Problem `payments.unreadable`, `payments.other-account`, `payments.other-currency`
 */
export async function recordStatement(
  portal: Uses<'database' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  { body, fileName }: StatementFile,
): Promise<ReadOutcome> {
  const { database, workers, clock } = portal;
  const { homeCompanyId: provider } = context.actor;
  const bytes = new Uint8Array(await body.arrayBuffer());
  const file = await workers.run(readCamtTask, bytes, { companyId: provider, size: bytes.length });
  const own = listOwn(file.statements, portal.provider.iban);
  const fileHash = createHash('sha256').update(bytes).digest('base64url');
  return database.inSystem('payments.match', async (tx) => {
    await confirmOperator(tx, context.actor, 'companies.manage');
    await lockProvider(tx, { provider });
    const outcome = { otherAccounts: file.statements.length - own.length, matched: 0, open: 0 };
    const known = await listStatementsOfFile(tx, { provider, fileHash });
    if (known.length > 0) return { ...outcome, isKnown: true, statements: known.map(toReadStatement) };
    const scope = { provider, context, now: clock.now() };
    const written: Written[] = [];
    for (const [position, statement] of own.entries()) {
      written.push(await writeStatement(tx, scope, { statement, position, fileName, fileHash }));
    }
    await matchEntries(tx, scope);
    const ids = written.flatMap(({ entryIds }) => entryIds);
    const counts = new Map((await countStates(tx, { provider, ids })).map(({ state, count }) => [state, count]));
    const open = counts.get('open') ?? 0;
    const statements = written.map(({ stored }) => toReadStatement(stored));
    return { ...outcome, isKnown: false, statements, matched: ids.length - open, open };
  });
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

interface Written {
  readonly stored: StoredStatement;
  readonly entryIds: readonly string[];
}

async function writeStatement(
  tx: SystemTransaction,
  scope: Scope,
  input: { statement: BankStatement; position: number; fileName: string; fileHash: string },
): Promise<Written> {
  const { provider, context, now } = scope;
  const { statement, position, fileName, fileHash } = input;
  const { iban, statementId, from, to, leftOut, details } = statement;
  const { id } = await createStatement(tx, {
    provider,
    fileHash,
    position,
    fileName,
    iban: iban ?? '',
    statementId,
    fromDay: from,
    toDay: to,
    outgoing: leftOut.outgoing,
    pending: leftOut.pending,
    inOthers: leftOut.foreign,
    readAt: now,
    readBy: getActorName(scope),
  });
  const entryIds = (await createEntries(tx, { provider, statementId: id, ...toColumns(details) })).map((row) => row.id);
  const entries = entryIds.length;
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
  return { stored, entryIds };
}

/** The name of a statement: its file, or its number at the bank. */
export const toStatementName = ({ fileName, statementId }: Pick<StoredStatement, 'fileName' | 'statementId'>): string =>
  fileName || statementId || 'Bank statement';

const toColumns = (details: readonly BankDetail[]) => ({
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
});

export function toReadStatement(stored: StoredStatement): ReadStatement {
  const { id, fileName, statementId, iban, fromDay: from, toDay: to, readAt, readBy, entries, known } = stored;
  const { outgoing, pending, inOthers: foreign } = stored;
  const base = { id, fileName, statementId, iban, from, to, readAt: readAt.toISOString(), readBy };
  return { ...base, entries, known, outgoing, pending, foreign };
}
