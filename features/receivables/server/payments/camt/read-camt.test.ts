import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeCamt, type WrittenDetail, type WrittenEntry } from '../testing/write-camt.ts';
import { readCamt } from './read-camt.ts';

const iban = 'EE382200221020145685';
const payer = 'DE89370400440532013000';

const read = (xml: string) => readCamt(new TextEncoder().encode(xml));
const readOne = (...entries: readonly WrittenEntry[]) => {
  const [statement] = read(writeCamt({ iban, entries })).statements;
  if (!statement) throw new Error('the file has a statement');
  return statement;
};

/** Why a file is refused. */
function explain(content: string | Uint8Array): string {
  try {
    readCamt(typeof content === 'string' ? new TextEncoder().encode(content) : content);
    return 'read';
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

const sample = (version: '02' | '08' | '13') =>
  writeCamt({
    version,
    iban,
    id: '2026-11',
    entries: [
      {
        bankReference: 'B20261103-17',
        day: '2026-11-03',
        details: [
          { cents: 12_400, reference: 'RF18 5390 0754 7034', name: 'Müller & Söhne', iban: payer, endToEnd: 'E2E-77' },
        ],
      },
      {
        bankReference: 'B20261104-02',
        details: [
          { cents: 100, text: 'ACME-2026-0001', name: 'One' },
          { cents: 250, text: 'ACME-2026-0002', name: 'Two' },
        ],
      },
      { direction: 'DBIT', details: [{ cents: 500, text: 'Rent' }] },
      { status: 'PDNG', details: [{ cents: 900 }] },
      { direction: 'DBIT', isReversal: true, details: [{ cents: 12_400, endToEnd: 'E2E-77', iban: payer }] },
    ],
  });

describe.each(['02', '08', '13'] as const)('version .%s', (version) => {
  test('gives booked payments by their details, and counts what is none', () => {
    const { version: found, statements } = read(sample(version));
    const [statement] = statements;
    expect([found, statements.length]).toEqual([version, 1]);
    expect(statement).toMatchObject({
      iban,
      currency: 'EUR',
      statementId: '2026-11',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(statement?.leftOut).toEqual({ outgoing: 1, pending: 1, foreign: 0 });
    expect(statement?.details).toMatchObject([
      {
        kind: 'credit',
        amount: 1_240_000,
        day: '2026-11-03',
        payerName: 'Müller & Söhne',
        payerIban: payer,
        references: ['RF18539007547034'],
        identifications: ['E2E-77', 'B20261103-17'],
      },
      { amount: 10_000, text: 'ACME-2026-0001', payerName: 'One' },
      { amount: 25_000, text: 'ACME-2026-0002', payerName: 'Two' },
      { kind: 'return', amount: 1_240_000, payerIban: payer, identifications: ['E2E-77'] },
    ]);
  });
});

test('the same statement has the same keys in every version, and each of its entries its own', () => {
  const keys = (['02', '08', '13'] as const).map((version) =>
    read(sample(version)).statements[0]?.details.map(({ bankKey }) => bankKey),
  );
  expect(new Set(keys.map((each) => each?.join())).size).toBe(1);
  expect(new Set(keys[0]).size).toBe(4);
  const twice = { details: [{ cents: 500, text: 'the same' }] };
  expect(new Set(readOne(twice, twice).details.map(({ bankKey }) => bankKey)).size).toBe(2);
});

test('details that do not add up to their entry, or are not there, are one payment that a person decides about', () => {
  const details = [
    { cents: 100, reference: 'RF18539007547034' },
    { cents: 100, text: 'B' },
  ];
  expect(readOne({ cents: 300, details }).details).toMatchObject([{ amount: 30_000, references: [], isBatch: true }]);
  const batch = writeCamt({ iban, entries: [{ cents: 300, details }] }).replaceAll(/<TxDtls>[^]*<\/TxDtls>/g, '');
  expect(read(batch).statements[0]?.details).toMatchObject([{ amount: 30_000, isBatch: true }]);
});

test('a credit that reverses money that went out is no payment, and a debit is a return only where it takes a credit back', () => {
  const details: readonly WrittenDetail[] = [{ cents: 100 }];
  const kinds = (entry: Omit<WrittenEntry, 'details'>, given = details) =>
    readOne({ ...entry, details: given }).details.map(({ kind }) => kind);
  expect(kinds({ isReversal: true })).toEqual([]);
  expect(kinds({}, [{ cents: 100, returned: 'AC04' }])).toEqual([]);
  expect(kinds({ direction: 'DBIT' })).toEqual([]);
  const [out] = readOne({ direction: 'DBIT', details: [{ cents: 100, iban: payer }] }).paidOut;
  expect(out).toMatchObject({ kind: 'return', amount: 10_000, payerIban: payer });
  expect(readOne({ direction: 'DBIT', details: [...details, ...details] }).paidOut).toEqual([]);
  expect(kinds({ direction: 'DBIT', family: 'RCDT' })).toEqual(['return']);
  expect(kinds({ direction: 'DBIT', family: 'RCDT', subFamily: 'CHRG' })).toEqual([]);
  expect(kinds({ direction: 'DBIT' }, [{ cents: 100, returned: 'AC04' }])).toEqual(['return']);
  expect(readOne({ currency: 'USD', details }).leftOut.foreign).toBe(1);
});

/** A statement with one credit of 120 euros, whose parts are written as given. */
const readRaw = (details: string, entry = '') => {
  const xml = writeCamt({ version: '08', iban, entries: [{ details: [{ cents: 12_000 }] }] });
  const [before = '', after = ''] = xml.split(/<NtryDtls>[^]*<\/NtryDtls>/);
  return read(`${before}${entry}<NtryDtls>${details}</NtryDtls>${after}`).statements[0]?.details ?? [];
};

test('a text over several lines, several documents and several references are all read', () => {
  const [found] = readRaw(`<TxDtls><RmtInf><Ustrd>Invoice ACME-20</Ustrd><Ustrd>26-0001 thank you</Ustrd>
    <Strd><RfrdDocInf><Tp><CdOrPrtry><Cd>CINV</Cd></CdOrPrtry></Tp><Nb>ACME-2026-0002</Nb></RfrdDocInf>
      <RfrdDocInf><Nb>ACME-2026-0003</Nb></RfrdDocInf><RfrdDocAmt><RmtdAmt Ccy="EUR">20.00</RmtdAmt></RfrdDocAmt></Strd>
    <Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>21 00000 00003 13947 14300 09017</Ref></CdtrRefInf></Strd>
    <Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>and more</AddtlRmtInf></Strd></RmtInf></TxDtls>`);
  expect(found?.text).toBe('Invoice ACME-20 26-0001 thank you ACME-2026-0002 ACME-2026-0003 and more');
  expect(found?.references).toEqual(['210000000003139471430009017', 'RF18539007547034']);
});

test('an exchange of currencies, charges and agents between change neither amount nor payer', () => {
  const [found] =
    readRaw(`<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">130.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">121.50</Amt></TxAmt>
      <CntrValAmt><Amt Ccy="EUR">121.50</Amt><CcyXchg><SrcCcy>USD</SrcCcy><XchgRate>1.07</XchgRate></CcyXchg></CntrValAmt></AmtDtls>
    <Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs>
    <RltdPties><Dbtr><Pty><Nm>${'N'.repeat(300)}</Nm></Pty></Dbtr><UltmtDbtr><Pty><Nm>Group</Nm></Pty></UltmtDbtr></RltdPties>
    <RltdAgts><DbtrAgt><FinInstnId><BICFI>AAAADEFF</BICFI></FinInstnId></DbtrAgt>
      <IntrmyAgt1><FinInstnId><Nm>Bank between</Nm></FinInstnId></IntrmyAgt1></RltdAgts></TxDtls>`);
  expect(found).toMatchObject({ amount: 1_200_000, payerName: 'N'.repeat(140), payerIban: null, isBatch: false });
  const [paidFor] = readRaw('<TxDtls><RltdPties><UltmtDbtr><Pty><Nm>Group</Nm></Pty></UltmtDbtr></RltdPties></TxDtls>');
  expect(paidFor?.payerName).toBe('Group');
});

test('the details of several batches in one entry are payments of their own', () => {
  const detail = (euros: number, id: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${euros}</Amt></TxDtls>`;
  const found = readRaw(
    `<Btch><NbOfTxs>2</NbOfTxs></Btch>${detail(30, 'E2E-1')}${detail(40, 'E2E-2')}</NtryDtls>
     <NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch>${detail(50, 'E2E-3')}`,
    '<BtchBookg>true</BtchBookg>',
  );
  expect(found.map(({ amount, searched }) => [amount, searched])).toEqual([
    [300_000, 'E2E-1'],
    [400_000, 'E2E-2'],
    [500_000, 'E2E-3'],
  ]);
});

test('what is no sound statement is refused with what to do', () => {
  const whole = sample('08');
  const entities = whole.replace('?>', '?><!DOCTYPE Document [<!ENTITY a "aaaa">]>');
  expect(explain(entities)).toMatch(/document type or entities/);
  expect(explain(new TextEncoder().encode(entities.replace('DOCTYPE', 'doctype')))).toMatch(/document type/);
  const utf16 = Buffer.from(`\uFEFF${entities}`, 'utf16le');
  expect(explain(utf16)).toMatch(/document type/);
  for (const cut of [200, whole.length / 2, whole.length - 12])
    expect(explain(whole.slice(0, cut))).toMatch(/damaged or cut/);
  expect(explain(`${whole.slice(0, -12)}</Document>`)).toMatch(/damaged or cut/);
  expect(explain(`${whole}<Document/>`)).toMatch(/damaged or cut/);
  expect(explain(whole.replace('Müller', '&unknown;'))).toMatch(/damaged or cut/);
  expect(explain(whole.replace('camt.053.001.08', 'camt.053.001.01'))).toMatch(/version \.01/);
  expect(explain(whole.replace('camt.053', 'camt.054'))).toMatch(/CAMT\.054/);
  expect(explain(':20:STARTUMS\r\n')).toMatch(/no XML/);
  for (const empty of ['', '\r\n  ']) expect(explain(empty)).toMatch(/is empty/);
  expect(explain(gzipSync(whole))).toMatch(/compressed\. Unpack it/);
  expect(explain('PK\u0003\u0004november.xml')).toMatch(/compressed\. Unpack it/);
  expect(explain('%PDF-1.7')).toMatch(/is a PDF/);
  expect(explain('<html></html>')).toMatch(/no CAMT\.053/);
  expect(explain(whole.replaceAll('>124.00<', '>124.005<'))).toMatch(/parts of a cent/);
  expect(explain(whole.replaceAll('>124.00<', '>-124<'))).toMatch(/amount cannot be read/);
  expect(explain(`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`)).toMatch(/too many elements/);
  expect(explain(Buffer.from(whole, 'latin1'))).toMatch(/cannot be read as UTF-8/);
  const latin = whole.replace('UTF-8', 'ISO-8859-1');
  expect(readCamt(Buffer.from(latin, 'latin1')).statements[0]?.details[0]?.payerName).toBe('Müller & Söhne');
});

test('a payment out without a day is counted, and refuses nothing', () => {
  const entries: WrittenEntry[] = [
    { details: [{ cents: 100 }] },
    { direction: 'DBIT', day: '2026-11-21', details: [{ cents: 500, iban: payer }] },
  ];
  const xml = writeCamt({ iban, entries });
  expect(read(xml).statements[0]?.paidOut).toHaveLength(1);
  const dateless = xml.replaceAll(/<(BookgDt|ValDt)><Dt>2026-11-21<\/Dt><\/\1>/g, '');
  expect(read(dateless).statements[0]).toMatchObject({
    details: [{ amount: 10_000 }],
    paidOut: [],
    leftOut: { outgoing: 1 },
  });
});
