import { createHash } from 'node:crypto';
import { isCalendarDay } from '#contract/calendar/zones.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import type { BankDetail, BankFile, BankStatement } from './bank-file.ts';
import { readEntry, type FoundDetail } from './read-entry.ts';
import { findAt, findText, listChildren, parseXml, refuseFile, type XmlElement } from './xml.ts';

/** Versions in which all that is read has the same names; from .08 on more of it is inside of others. */
const versions = /^(?:0[2-9]|1[0-4])$/;

/**
 * Reads a file of bank statements, CAMT.053 in the versions .02 to .14.
 * @throws Problem `payments.unreadable` with what is wrong and what to do
 */
export function readCamt(bytes: Uint8Array): BankFile {
  const root = parseXml(bytes);
  const version = readVersion(root);
  const message = findAt(root, 'BkToCstmrStmt');
  if (message === undefined) refuseFile('It has no account statement (BkToCstmrStmt).');
  const statements = listChildren(message, 'Stmt').map(readStatement);
  if (statements.length === 0) refuseFile('It has no account statement (Stmt).');
  return { version, statements };
}

export const readCamtTask: Task<Uint8Array, BankFile> = { module: import.meta.url, run: readCamt };

function readVersion({ namespaceURI, localName }: XmlElement): string {
  const [, kind = '', version = ''] = /:camt\.(\d{3})\.001\.(\d\d)$/.exec(namespaceURI ?? '') ?? [];
  if (localName !== 'Document' || kind === '')
    refuseFile('This XML is no CAMT.053: export the account statement as such.');
  if (kind !== '053') refuseFile(`It is CAMT.${kind}. Export the account statement, which is CAMT.053.`);
  if (!versions.test(version)) {
    refuseFile(`It is CAMT.053 in version .${version}. The versions .02 to .14 can be read.`);
  }
  return version;
}

function readStatement(statement: XmlElement): BankStatement {
  const account = findAt(statement, 'Acct');
  const iban = findText(account, 'Id/IBAN')?.replaceAll(' ', '').toUpperCase() ?? null;
  const leftOut = { outgoing: 0, pending: 0, foreign: 0, nothing: 0 };
  const found: FoundDetail[] = [];
  const paidOut: FoundDetail[] = [];
  for (const entry of listChildren(statement, 'Ntry')) {
    const read = readEntry(entry, iban);
    if ('details' in read) found.push(...read.details);
    else leftOut[read.leftOut] += 1;
    if ('paidOut' in read && read.paidOut) paidOut.push(read.paidOut);
  }
  const days = found.map(({ day }) => day).toSorted();
  const { outgoing, pending, foreign } = leftOut;
  return {
    iban,
    currency: findText(account, 'Ccy') ?? null,
    statementId: (findText(statement, 'Id') ?? '').slice(0, 60),
    from: findDay(statement, 'FrToDt/FrDtTm') ?? days[0] ?? null,
    to: findDay(statement, 'FrToDt/ToDtTm') ?? days.at(-1) ?? null,
    details: toKeyed(found, iban),
    paidOut: toKeyed(paidOut, iban, 'paid out'),
    leftOut: { outgoing, pending, foreign },
  };
}

function findDay(statement: XmlElement, path: string): string | undefined {
  const day = findText(statement, path)?.slice(0, 10);
  return isCalendarDay(day) ? day : undefined;
}

/**
 * Gives each detail its key: of the bank's identification, or of all that the detail says where the bank gives none. Of equal ones
 * in one statement each has its own.
 */
function toKeyed(found: readonly FoundDetail[], iban: string | null, as?: string): BankDetail[] {
  const counts = new Map<string, number>();
  return found.map(({ named, ...detail }) => {
    const { kind, amount, day, payerIban, payerName, references, text, searched } = detail;
    const said = named ?? [payerIban, payerName, references, text, searched];
    const content = JSON.stringify([iban, as ?? kind, amount, day, said]);
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    return { bankKey: createHash('sha256').update(`${content} ${count}`).digest('base64url'), ...detail };
  });
}
