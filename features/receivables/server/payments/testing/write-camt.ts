/* Writes statements as banks send them, by the standard, in its versions .02, .08 and .13. */

export interface WrittenDetail {
  readonly cents: number;
  readonly reference?: string;
  readonly text?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly endToEnd?: string;
  /** The reason of a return. */
  readonly returned?: string;
}

export interface WrittenEntry {
  readonly direction?: 'CRDT' | 'DBIT';
  readonly day?: string;
  /** The bank's own identification. */
  readonly bankReference?: string;
  readonly status?: string;
  readonly isReversal?: boolean;
  readonly currency?: string;
  /** By default the sum of the details. */
  readonly cents?: number;
  readonly family?: string;
  readonly subFamily?: string;
  readonly details: readonly WrittenDetail[];
}

export interface WrittenStatement {
  readonly version?: '02' | '08' | '13';
  readonly iban: string;
  readonly id?: string;
  readonly currency?: string;
  readonly entries: readonly WrittenEntry[];
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const euros = (cents: number) => (cents / 100).toFixed(2);
const tag = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

export function writeCamt(...statements: readonly WrittenStatement[]): string {
  const version = statements[0]?.version ?? '02';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-30T06:00:00</CreDtTm></GrpHdr>
${statements.map((statement) => writeStatement(statement, version)).join('\n')}
</BkToCstmrStmt></Document>`;
}

function writeStatement({ iban, id = 'S1', currency = 'EUR', entries }: WrittenStatement, version: string): string {
  return `<Stmt><Id>${id}</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-30T06:00:00</CreDtTm>
<FrToDt><FrDtTm>2026-11-01T00:00:00</FrDtTm><ToDtTm>2026-11-30T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
${entries.map((entry, index) => writeEntry(entry, version, index)).join('\n')}
</Stmt>`;
}

function writeEntry(entry: WrittenEntry, version: string, index: number): string {
  const { direction = 'CRDT', day = '2026-11-20', bankReference, status = 'BOOK', isReversal, details } = entry;
  const { currency = 'EUR', family = direction === 'CRDT' ? 'RCDT' : 'ICDT', subFamily = 'ESCT' } = entry;
  const cents = entry.cents ?? details.reduce((sum, detail) => sum + detail.cents, 0);
  const inside = { direction, currency, version };
  return `<Ntry><NtryRef>${index + 1}</NtryRef><Amt Ccy="${currency}">${euros(cents)}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${version === '02' ? status : `<Cd>${status}</Cd>`}</Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${tag('AcctSvcrRef', bankReference)}
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls>${details.length > 1 ? `<Btch><NbOfTxs>${details.length}</NbOfTxs></Btch>` : ''}${details
    .map((detail) => writeDetail(detail, inside))
    .join('')}</NtryDtls></Ntry>`;
}

function writeDetail(
  { cents, reference, text, name, iban, endToEnd = 'NOTPROVIDED', returned }: WrittenDetail,
  { direction, currency, version }: { direction: string; currency: string; version: string },
): string {
  const amount = `<Amt Ccy="${currency}">${euros(cents)}</Amt>`;
  const shownName = name === undefined ? '' : tag('Nm', escape(name));
  const party = version === '02' ? shownName : shownName && tag('Pty', shownName);
  // The other side: who pays, or who gets the money back.
  const side = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const account = iban === undefined ? '' : `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>`;
  const structured =
    reference && `<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp>${tag('Ref', reference)}</CdtrRefInf>`;
  return `<TxDtls><Refs>${tag('EndToEndId', endToEnd)}</Refs>
${version === '02' ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>` : `${amount}<CdtDbtInd>${direction}</CdtDbtInd>`}
<RltdPties>${tag(side, party === '' ? undefined : party)}${account}</RltdPties>
<RmtInf>${text === undefined ? '' : tag('Ustrd', escape(text))}${tag('Strd', structured)}</RmtInf>
${returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`}</TxDtls>`;
}
