import type { WrittenDetail, WrittenEntry } from './write-camt.ts';

/* Statements of a provider with many customers, and what is true of them, without anything of the product. */

export interface TrueInvoice {
  readonly customer: number;
  readonly number: string;
  readonly reference: string;
  readonly cents: number;
  /** The day of issue. */
  readonly day: string;
}

/** One payment: what its payer means, and whether the statement says it so that it can be found. */
export interface TruePayment {
  readonly text: string;
  readonly cents: number;
  readonly meant: readonly TrueInvoice[];
  readonly isPayable: boolean;
  isReturned: boolean;
  /** A part that was taken back. */
  takenCents: number;
}

/** mulberry32. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  return { next, below, pick, chance: (share: number) => next() < share };
}

type Random = ReturnType<typeof createRandom>;

/** ISO 11649, by whole numbers. */
export function toReference(number: string): string {
  const body = number.replaceAll('-', '');
  const digits = [...`${body}RF00`].map((sign) => (/\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55))).join('');
  return `RF${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${body}`;
}

const grouped = (reference: string) => reference.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Another digit at one place, so that check digits are wrong or the number is another one. */
function misspell(text: string, random: Random): string {
  const places = [...text].flatMap((sign, at) => (at > 3 && /\d/.test(sign) ? [at] : []));
  const at = random.pick(places);
  const other = String((Number(text[at]) + 1 + random.below(9)) % 10);
  return text.slice(0, at) + other + text.slice(at + 1);
}

export function createWorld(seed: number, customers: number) {
  const random = createRandom(seed);
  const invoices: TrueInvoice[] = [];
  const payments: TruePayment[] = [];
  const owed = new Map<TrueInvoice, number>();
  /** Customers whose account is known from a payment with a reference. */
  const known = new Set<number>();
  const returnable: { readonly payment: TruePayment; readonly detail: WrittenDetail }[] = [];
  const earlier: WrittenEntry[] = [];
  let made = 0;
  let day = '2026-01-01';

  const ibanOf = (customer: number) =>
    `DE${String(10 + customer).padStart(2, '0')}37040044${String(customer).padStart(10, '0')}`;
  const isOpen = (invoice: TrueInvoice) => (owed.get(invoice) ?? 0) > 0;

  function makeInvoice(): TrueInvoice {
    const customer = random.below(customers);
    const place = invoices.filter((each) => each.customer === customer).length + 1;
    const number = `C${String.fromCharCode(65 + customer)}RP-2026-${String(place).padStart(4, '0')}`;
    const invoice = { customer, number, reference: toReference(number), cents: 500 + random.below(200_000), day };
    invoices.push(invoice);
    owed.set(invoice, invoice.cents);
    return invoice;
  }

  /** Notes a payment, and what it leaves of the invoices that it means where it can be found. */
  function note(
    detail: Omit<WrittenDetail, 'cents' | 'text'>,
    payment: Omit<TruePayment, 'isReturned' | 'takenCents' | 'text'>,
    words = '',
  ) {
    made += 1;
    // By letters, which are taken for no number.
    const mark = [...String(made)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const text = `${words} mark ${mark}`.trim();
    const written: WrittenDetail = { ...detail, cents: payment.cents, text, endToEnd: `E2E/${made}/${seed}` };
    const truth = { ...payment, text, isReturned: false, takenCents: 0 };
    payments.push(truth);
    let rest = payment.cents;
    for (const invoice of payment.isPayable ? payment.meant : []) {
      const paid = Math.min(rest, owed.get(invoice) ?? 0);
      owed.set(invoice, (owed.get(invoice) ?? 0) - paid);
      rest -= paid;
    }
    if (payment.isPayable) returnable.push({ payment: truth, detail: written });
    return written;
  }

  function writeNamed(invoice: TrueInvoice, cents: number): WrittenDetail {
    const { reference, number, customer } = invoice;
    const payment = { cents, meant: [invoice], isPayable: true };
    const iban = ibanOf(customer);
    known.add(customer);
    const written = [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      number.replaceAll('-', ''),
      `${number.slice(0, 9)} ${number.slice(9)}`,
    ];
    switch (random.below(4)) {
      case 0:
        return note({ reference, iban }, payment);
      case 1:
        return note({ iban }, payment, random.pick([reference, grouped(reference), grouped(reference).toLowerCase()]));
      case 2:
        return note({ reference: grouped(reference), iban }, payment, 'thank you');
      default:
        return note({ iban }, payment, `Invoice ${random.pick(written)}, order 77/${random.below(99)}`);
    }
  }

  /** Several invoices of a customer in one payment. */
  function writeSeveral(): WrittenDetail | undefined {
    const first = invoices.findLast(isOpen);
    const second = invoices.findLast((each) => each !== first && isOpen(each) && each.customer === first?.customer);
    if (!first || !second) return undefined;
    const cents = (owed.get(first) ?? 0) + (owed.get(second) ?? 0);
    return note(
      { iban: ibanOf(first.customer) },
      { cents, meant: [first, second], isPayable: true },
      `${first.number} ${second.number}`,
    );
  }

  /** A payment of exactly one open amount from a known account that names nothing. */
  function writeUnnamed(): WrittenDetail | undefined {
    const invoice = invoices.findLast((each) => isOpen(each) && known.has(each.customer));
    if (!invoice) return undefined;
    const cents = owed.get(invoice) ?? 0;
    const same = invoices.filter((each) => each.customer === invoice.customer && owed.get(each) === cents);
    if (same.length !== 1) return undefined;
    return note(
      { iban: ibanOf(invoice.customer) },
      { cents, meant: [invoice], isPayable: true },
      'services of November 2026',
    );
  }

  /** A payment that names nothing or something wrong, which no rule may assign. */
  function writeWrong(): WrittenDetail {
    const invoice = random.pick(invoices);
    const iban = random.chance(0.5) ? ibanOf(invoice.customer) : ibanOf(customers + random.below(90));
    // A person would find out; no invoice is meant for certain.
    const payment = {
      cents: random.chance(0.5) ? invoice.cents : 100 + random.below(90_000),
      meant: [],
      isPayable: false,
    };
    const [reference, number] = [misspell(invoice.reference, random), misspell(invoice.number, random)];
    const numbers = new Set(invoices.map((each) => each.number));
    switch (random.below(5)) {
      case 0:
        return note({ reference, iban }, payment);
      case 1:
        return note({ iban }, payment, grouped(reference));
      case 2:
        return note({ iban }, payment, numbers.has(number) ? 'XX-1999-7777' : number);
      case 3:
        return note({ reference: toReference(`ZZ${random.below(9999)}`), iban }, payment);
      default:
        return note({ iban: ibanOf(customers + random.below(90)) }, payment, 'gift');
    }
  }

  function writeAmount(invoice: TrueInvoice): number {
    const whole = owed.get(invoice) ?? 0;
    if (random.chance(0.75)) return whole;
    return random.chance(0.5) ? Math.max(1, Math.floor(whole * random.next())) : whole + 1 + random.below(500);
  }

  function writeDetail(): WrittenDetail {
    const kind = random.next();
    const open = invoices.filter(isOpen);
    if (kind < 0.6 && open.length > 0) {
      const invoice = random.pick(open);
      return writeNamed(invoice, writeAmount(invoice));
    }
    return (kind < 0.7 ? writeSeveral() : kind < 0.8 ? writeUnnamed() : undefined) ?? writeWrong();
  }

  /** A debit that takes a payment of before back, by its identification or by account and text. */
  function writeReturn(): WrittenEntry | undefined {
    const [taken] = returnable.splice(random.below(returnable.length), 1);
    if (!taken) return undefined;
    const { payment, detail } = taken;
    // Only the bank's identification says of which payment a part is; of one for several invoices a person says which.
    const isPart = payment.meant.length === 1 && random.chance(0.3);
    const part = isPart ? 1 + random.below(detail.cents) : detail.cents;
    payment.isReturned = part === detail.cents;
    payment.takenCents = part;
    // It is owed again; what was paid too much is not known to this model, so that the invoice is paid no more.
    for (const invoice of payment.meant) owed.set(invoice, 0);
    const { endToEnd = '', ...rest } = detail;
    const named = part < detail.cents || random.chance(0.5) ? { cents: part, endToEnd } : rest;
    return { direction: 'DBIT', day, isReversal: random.chance(0.5), details: [{ ...named, returned: 'AC04' }] };
  }

  /** The entries of one statement: single payments, batches, returns, entries of before, and what is none of customers. */
  function writeEntries(): WrittenEntry[] {
    day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    for (let count = 3 + random.below(4); count > 0; count -= 1) makeInvoice();
    const entries: WrittenEntry[] = [];
    const before = returnable.length > 0 && random.chance(0.3) ? writeReturn() : undefined;
    for (let count = 3 + random.below(6); count > 0; count -= 1) {
      const details = Array.from({ length: random.chance(0.2) ? 2 + random.below(4) : 1 }, writeDetail);
      entries.push({ day, bankReference: `B${seed}-${made}`, details });
    }
    if (earlier.length > 0 && random.chance(0.3)) entries.push(random.pick(earlier));
    earlier.push(...entries.filter(({ details }) => details.length === 1));
    const others: WrittenEntry[] = [
      { direction: 'DBIT', details: [{ cents: 100_000, text: random.pick(invoices).number }] },
      { status: 'PDNG', details: [{ cents: 100_000, reference: random.pick(invoices).reference }] },
      { isReversal: true, details: [{ cents: 100_000, reference: random.pick(invoices).reference }] },
    ];
    return [...entries, ...(before ? [before] : []), ...others.filter(() => random.chance(0.3))];
  }

  return { invoices, payments, writeEntries, random };
}

export type World = ReturnType<typeof createWorld>;

/** A payment of an invoice as it was matched; `text` is that of its entry. */
export interface AssignedCents {
  readonly text: string;
  readonly number: string;
  readonly cents: number;
}

/** Compares what was matched with what payers meant. */
export function judgePayments({ payments, invoices }: World, assigned: readonly AssignedCents[]) {
  const byText = Map.groupBy(assigned, ({ text }) => text);
  const received = new Map<string, number>();
  const wrong: string[] = [];
  const payable = payments.filter(({ isPayable, isReturned }) => isPayable && !isReturned);
  for (const { text, cents, meant, takenCents } of payments) {
    const paid = byText.get(text) ?? [];
    const sum = paid.reduce((all, each) => all + each.cents, 0);
    const isMeant = paid.every(({ number }) => meant.some((invoice) => invoice.number === number));
    if (!isMeant || sum > cents - takenCents) wrong.push(`${text}: ${paid.map(({ number }) => number).join()}`);
    for (const each of paid) received.set(each.number, (received.get(each.number) ?? 0) + each.cents);
  }
  const paidInvoices = invoices.filter(({ number, cents }) => (received.get(number) ?? 0) >= cents);
  return {
    wrong,
    payable: payable.length,
    missed: payable.filter(({ text }) => !byText.has(text)).length,
    /** The numbers of invoices that are Paid by the money that was matched. */
    paid: paidInvoices.map(({ number }) => number).toSorted(),
  };
}
