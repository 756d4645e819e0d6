import { createRandom, type Random } from '#demo-assistant/random.ts';
import { roundToCents } from '#features/money/contract/money.ts';
import { toCreditorReference } from '../../creditor-reference.ts';
import { vatCategories, type EInvoice, type EInvoiceLine, type EInvoiceParty, type LineVat } from '../e-invoice.ts';

/** Names in every script of the Union and beyond, and texts that break a writer that does not escape. */
const texts = [
  'Purchase order approval',
  'Ελληνική Εταιρεία Α.Ε.',
  'Търговска кореспонденция ООД',
  'Öðruvísi þjónusta ehf. — Łódź Žalgiris Ħamrun',
  '株式会社テスト 请购单审批 발주 승인',
  'שירותי ענן בע״מ',
  'شركة الاختبار المحدودة',
  'บริษัท ทดสอบ จำกัด',
  'Smith & Sons <b>"OÜ"</b> \'s',
  ']]> <![CDATA[ x ]]> <!-- y --> &amp; &#0; %xx; <?z?>',
  'a\u0000b\u0007c\u001Bd\u007Fe\u0085f\u2028g\uFFFEh\uFFFFi',
  'lone \uD83D and \uDE00 and whole 😀',
  '\u202Ereversed\u202C \u200Bzero width\uFEFF',
  '  tabs\tand\r\nlines  ',
  '\u0001\u0002',
  '=HYPERLINK("http://example.com")',
  'x'.repeat(1000),
];

const rates = [24_000, 25_500, 19_000, 21_000, 5500, 2100, 9000, 13_500, 27_000, 22_000, 17_000, 23_125];
const vatNumbers = { EE: 'EE102030402', DE: 'DE136695976', FI: 'FI20774740', GR: 'EL094014249', US: 'US123456789' };
const buyerCountries = ['EE', 'DE', 'FI', 'GR', 'US'] as const;

/** Invoices and credit notes over all VAT categories, from the same seed the same. */
export function listRandomInvoices(count: number, seed: string, mostLines = 300): EInvoice[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => toInvoice(random, index, mostLines));
}

function toInvoice(random: Random, index: number, mostLines: number): EInvoice {
  const text = () => random.pick(texts);
  const maybe = <T>(value: T) => (random.chance(0.5) ? value : null);
  const number = `${maybe(text())?.slice(0, 40) ?? 'ACME'}-2026-${String(index + 1).padStart(4, '0')}`;
  const type = random.chance(0.3) ? '381' : '380';
  const dueDate = type === '380' || random.chance(0.5) ? '2026-11-15' : null;
  const hasAddresses = random.chance(0.7);
  const hasPayment = type === '380' || random.chance(0.5);
  return {
    number,
    type,
    issueDate: '2026-11-01',
    dueDate,
    buyerReference: maybe(random.pick(['04011000-12345-34', 'Dept. 7 & <8>'])),
    orderReference: maybe(text()),
    paymentTerms: dueDate === null ? 'The amount is set off against the corrected invoice.' : maybe(text()),
    note: maybe(text()),
    corrected: type === '381' ? { number: `ACME-2026-${index}`, issueDate: maybe('2026-10-01') } : null,
    seller: toSeller(random, hasAddresses),
    buyer: toBuyer(random, hasAddresses),
    period: maybe({ from: '2026-10-01', to: '2026-10-31' }),
    payment: hasPayment
      ? {
          name: text(),
          iban: 'EE382200221020145685',
          bic: maybe('HABAEE2X'),
          reference: toCreditorReference(number),
        }
      : null,
    lines: listLines(random, mostLines),
    rounding: random.chance(0.2) ? random.pick([-100, 100]) : 0,
    exemptionReason: maybe(text()),
  };
}

function toSeller(random: Random, hasAddress: boolean): EInvoice['seller'] {
  const isRegistered = random.chance(0.8);
  return {
    name: random.pick(texts),
    registrationNumber: isRegistered ? '12345678' : null,
    vatNumber: vatNumbers.EE,
    electronicAddress: hasAddress ? { scheme: '0191', id: '12345678' } : null,
    address: { lines: ['Telliskivi 60a'], city: 'Tallinn', postCode: '10412', region: null, country: 'EE' },
    contact: random.chance(0.8)
      ? { name: 'Steward OÜ', phone: '+372 600 0000', email: 'support@steward.example' }
      : null,
  };
}

function toBuyer(random: Random, hasAddress: boolean): EInvoiceParty {
  const country = random.pick(buyerCountries);
  return {
    name: random.pick(texts),
    registrationNumber: random.chance(0.5) ? random.pick(texts).slice(0, 30) : null,
    vatNumber: vatNumbers[country],
    electronicAddress: hasAddress ? { scheme: '9930', id: 'DE136695976' } : null,
    address: {
      lines: Array.from({ length: random.int(0, 5) }, () => random.pick(texts)),
      city: random.chance(0.9) ? 'Αθήνα' : null,
      postCode: random.chance(0.9) ? '105 63' : null,
      region: random.chance(0.2) ? 'Attica & <Sons>' : null,
      country,
    },
  };
}

/** The category O cannot stand beside another one (BR-O-11). */
function listLines(random: Random, mostLines: number): EInvoiceLine[] {
  const isOutside = random.chance(0.15);
  const others = vatCategories.filter((category) => category !== 'O');
  const used = others.filter(() => random.chance(0.35));
  const categories = isOutside ? (['O'] as const) : used.length === 0 ? (['S'] as const) : used;
  const usedRates = rates.slice(0, random.int(1, rates.length));
  const length = random.chance(0.1) ? random.int(1, mostLines) : random.int(1, Math.min(6, mostLines));
  return Array.from({ length }, (_, index) => {
    const category = random.pick(categories);
    return toLine(random, { category, rate: category === 'S' ? random.pick(usedRates) : 0 }, index);
  });
}

/** The first line is the largest, so that the sum stays above 0 with lines that take back. */
function toLine(random: Random, vat: LineVat, index: number): EInvoiceLine {
  const price = random.pick([1, 50, 999, 10_000, 123_456, 1_000_000]);
  const quantity = index > 0 && random.chance(0.1) ? -1 : random.int(1, random.pick([1, 30, 100_000]));
  return {
    name: random.pick(texts),
    quantity,
    price,
    net: roundToCents(quantity * price),
    vat,
    period: random.chance(0.2) ? { from: '2026-10-01', to: '2026-10-31' } : null,
  };
}
