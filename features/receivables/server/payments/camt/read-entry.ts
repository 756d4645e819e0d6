import { isCalendarDay } from '#contract/calendar/zones.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { BankDetail } from './bank-file.ts';
import { findAt, findText, listChildren, refuseFile, toText, type XmlElement } from './xml.ts';

/** A detail before it has its key, and what the key is made of. */
export interface FoundDetail extends Omit<BankDetail, 'bankKey'> {
  /** The bank's identification of the entry with the place in it; undefined where the bank gives none. */
  readonly named: readonly string[] | undefined;
}

export type ReadEntry =
  | { readonly details: readonly FoundDetail[] }
  | { readonly leftOut: 'pending' | 'foreign' | 'nothing' }
  | { readonly leftOut: 'outgoing'; readonly paidOut: FoundDetail | undefined };

/**
 * Reads one entry. Only booked ones count. Money that came in is a credit, unless it reverses money that went out; money that went
 * out is a return where it takes a credit back.
 * @param ownIban that of the account
 */
export function readEntry(entry: XmlElement, ownIban: string | null): ReadEntry {
  if ((findText(entry, 'Sts/Cd') ?? findText(entry, 'Sts')) !== 'BOOK') return { leftOut: 'pending' };
  const kind = getKind(entry);
  if (kind === 'outgoing') return { leftOut: 'outgoing', paidOut: findPaidOut(entry, ownIban) };
  const { amount, currency } = readAmount(findAt(entry, 'Amt'));
  if (currency !== 'EUR') return { leftOut: 'foreign' };
  if (amount === 0) return { leftOut: 'nothing' };
  const shared = { kind, day: readDay(entry), reference: findText(entry, 'AcctSvcrRef') };
  const transactions = listChildren(entry, 'NtryDtls').flatMap((each) => listChildren(each, 'TxDtls'));
  const amounts = transactions.length > 1 ? splitAmount(transactions, amount) : undefined;
  if (amounts === undefined) return { details: [readWhole({ entry, transactions, amount, ownIban, ...shared })] };
  const details = transactions.map((transaction, index) =>
    readDetail({ entry, transaction, index, amount: amounts[index] ?? 0, ownIban, ...shared }),
  );
  return { details: details.filter((detail) => detail.amount > 0) };
}

/** A single payment to an account; undefined for batches, and for what cannot be read, because it concerns no customer. */
function findPaidOut(entry: XmlElement, ownIban: string | null): FoundDetail | undefined {
  const transactions = listChildren(entry, 'NtryDtls').flatMap((each) => listChildren(each, 'TxDtls'));
  const isPlain = /^\d{1,11}(?:\.\d{1,2}0{0,3})?$/.test(findText(entry, 'Amt') ?? '');
  const isOut = findText(entry, 'CdtDbtInd') === 'DBIT' && transactions.length === 1;
  if (!isOut || !isPlain || findAt(entry, 'Amt')?.getAttribute('Ccy') !== 'EUR') return undefined;
  const { amount } = readAmount(findAt(entry, 'Amt'));
  const day = findDay(entry);
  if (day === undefined) return undefined;
  const reference = findText(entry, 'AcctSvcrRef');
  const found = readWhole({ entry, transactions, amount, ownIban, kind: 'return', day, reference });
  return amount > 0 && found.payerIban !== null && !found.isBatch ? found : undefined;
}

/* By the standard, CRDT with a reversal indicator takes money back that went out before, and is no payment of a customer. */
function getKind(entry: XmlElement): 'credit' | 'return' | 'outgoing' {
  const direction = findText(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') refuseFile('An entry does not say whether it is credit or debit.');
  const isReversal = /^(?:true|1)$/.test(findText(entry, 'RvslInd') ?? '');
  const isReturned = listChildren(entry, 'NtryDtls').some((each) =>
    listChildren(each, 'TxDtls').some((transaction) => findAt(transaction, 'RtrInf') !== undefined),
  );
  if (direction === 'CRDT') return isReversal || isReturned ? 'outgoing' : 'credit';
  // Received transfers and collected debits that are debited, but not what the bank charges for them.
  const family = findText(entry, 'BkTxCd/Domn/Fmly/Cd') ?? '';
  const isCharge = /^(?:CHRG|COMM|FEES|TAXE|INTR)$/.test(findText(entry, 'BkTxCd/Domn/Fmly/SubFmlyCd') ?? '');
  return isReversal || isReturned || (/^(?:RCDT|RRCT|IDDT)$/.test(family) && !isCharge) ? 'return' : 'outgoing';
}

/** @throws Problem `payments.unreadable` for what is no amount of whole cents */
function readAmount(element: XmlElement | undefined): { amount: TenThousandths; currency: string | undefined } {
  const [, euros = '', cents = ''] = /^\+?(\d{1,11})(?:\.(\d{1,5}))?$/.exec(toText(element) ?? '') ?? [];
  if (euros === '') refuseFile('An amount cannot be read.');
  const currency = element?.getAttribute('Ccy') || undefined;
  const fraction = cents.padEnd(5, '0');
  if (currency === 'EUR' && !fraction.endsWith('000')) refuseFile('An amount has parts of a cent.');
  return { amount: Number(euros) * 10_000 + Number(fraction.slice(0, 4)), currency };
}

const readDay = (entry: XmlElement): string => findDay(entry) ?? refuseFile('An entry has no day of booking.');

function findDay(entry: XmlElement): string | undefined {
  const text =
    findText(entry, 'BookgDt/Dt') ??
    findText(entry, 'BookgDt/DtTm') ??
    findText(entry, 'ValDt/Dt') ??
    findText(entry, 'ValDt/DtTm');
  const day = text?.slice(0, 10);
  return isCalendarDay(day) ? day : undefined;
}

/** The amounts of several details; undefined where they are missing, in other currencies or do not add up to the entry. */
function splitAmount(transactions: readonly XmlElement[], whole: TenThousandths): TenThousandths[] | undefined {
  const amounts = transactions.map((each) => {
    const element = findAt(each, 'Amt') ?? findAt(each, 'AmtDtls/TxAmt/Amt') ?? findAt(each, 'AmtDtls/InstdAmt/Amt');
    if (element === undefined) return undefined;
    const { amount, currency } = readAmount(element);
    return currency === 'EUR' ? amount : undefined;
  });
  const known = amounts.filter((amount) => amount !== undefined);
  const isWhole = known.length === amounts.length && known.reduce((sum, amount) => sum + amount, 0) === whole;
  return isWhole ? known : undefined;
}

interface Found {
  readonly entry: XmlElement;
  readonly kind: BankDetail['kind'];
  readonly day: string;
  readonly amount: TenThousandths;
  /** The bank's identification of the entry. */
  readonly reference: string | undefined;
  readonly ownIban: string | null;
}

/** An entry that is one payment, or several that cannot be parted. */
function readWhole({ transactions, ...found }: Found & { transactions: readonly XmlElement[] }): FoundDetail {
  const [first, ...others] = transactions.map((transaction) =>
    readDetail({ ...found, transaction, index: 0, isOnly: transactions.length === 1 }),
  );
  const count = Number(findText(found.entry, 'NtryDtls/Btch/NbOfTxs') ?? '1');
  if (first === undefined) {
    return { ...readDetail({ ...found, transaction: undefined, index: 0, isOnly: true }), isBatch: count > 1 };
  }
  if (others.length === 0) return { ...first, isBatch: count > 1 };
  const texts = [first, ...others].map(({ text }) => text).filter((text) => text !== '');
  return {
    ...first,
    payerName: null,
    payerIban: null,
    references: [],
    text: texts.join(' / ').slice(0, 500),
    isBatch: true,
  };
}

interface DetailInput extends Found {
  readonly transaction: XmlElement | undefined;
  /** Its place in the entry. */
  readonly index: number;
  readonly isOnly?: boolean;
}

function readDetail(input: DetailInput): FoundDetail {
  const { entry, transaction, index, kind, day, amount, reference, ownIban, isOnly = false } = input;
  const { references, others } = readReferences(transaction);
  const written = [
    ...listChildren(findAt(transaction, 'RmtInf'), 'Ustrd').map(toText),
    ...others,
    findText(transaction, 'AddtlTxInf'),
  ].filter((text) => text !== undefined);
  const text = written.join(' ') || (isOnly ? (findText(entry, 'AddtlNtryInf') ?? '') : '');
  const refs = findAt(transaction, 'Refs');
  const endToEnd = toIdentification(findText(refs, 'EndToEndId'));
  const own = toIdentification(findText(refs, 'AcctSvcrRef'));
  const ofEntry = toIdentification(reference);
  const further = ['TxId', 'UETR', 'InstrId'].map((name) => toIdentification(findText(refs, name)));
  return {
    kind,
    amount,
    day,
    ...readPayer(transaction, ownIban),
    references,
    text: text.slice(0, 500),
    searched: endToEnd ?? '',
    identifications: [...new Set([endToEnd, own, ofEntry, ...further].filter((id) => id !== undefined))],
    isBatch: false,
    named: ofEntry === undefined ? undefined : [ofEntry, String(index)],
  };
}

/** Words that banks give in place of an identification. */
const noIdentification = /^(?:NOT ?PROVIDED|NONREF|NOREF|N\/?A|NONE|[0\-. ]*)$/i;

const toIdentification = (text: string | undefined) =>
  text === undefined || text.length < 4 || noIdentification.test(text) ? undefined : text.slice(0, 60);

/** Structured references of a creditor, and the other structured texts. */
function readReferences(transaction: XmlElement | undefined) {
  const structured = listChildren(findAt(transaction, 'RmtInf'), 'Strd');
  const references = structured.flatMap((each) => toReference(findText(each, 'CdtrRefInf/Ref')) ?? []);
  const others = structured.flatMap((each) => [
    ...listChildren(each, 'RfrdDocInf').map((document) => findText(document, 'Nb')),
    ...listChildren(each, 'AddtlRmtInf').map(toText),
  ]);
  return { references: [...new Set(references)].slice(0, 50), others };
}

const toReference = (text: string | undefined) => text?.replaceAll(/\s/g, '').toUpperCase().slice(0, 60) || undefined;

/** The other side: who paid, or who got the money back. Reversals name the parties in either order. */
function readPayer(transaction: XmlElement | undefined, ownIban: string | null) {
  const parties = findAt(transaction, 'RltdPties');
  const sides = (['Dbtr', 'Cdtr'] as const).map((side) => ({
    name: findText(parties, `${side}/Pty/Nm`) ?? findText(parties, `${side}/Nm`),
    iban: findText(parties, `${side}Acct/Id/IBAN`)?.replaceAll(' ', '').toUpperCase().slice(0, 34),
  }));
  const others = sides.filter(({ iban }) => iban === undefined || iban !== ownIban);
  const other = others.find(({ iban }) => iban !== undefined) ?? others.find(({ name }) => name !== undefined);
  // The one for whom another pays, where the bank names no other.
  const ultimate = findText(parties, 'UltmtDbtr/Pty/Nm') ?? findText(parties, 'UltmtDbtr/Nm');
  return { payerName: (other?.name ?? ultimate)?.slice(0, 140) ?? null, payerIban: other?.iban ?? null };
}
