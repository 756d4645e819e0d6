import type { MessagePart } from '#contract/conversations/message-parts.ts';

/** Numbers in [0, 1) that follow from the seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface Planted {
  readonly kind: string;
  /** Without separators, in lower case: what may be in no answer. */
  readonly core: string;
  readonly parts: MessagePart[];
}

const sumOf = (text: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0);

const findCheckDigit = (digits: string, isRight: (whole: string) => boolean) =>
  Array.from('0123456789', (check) => digits + check).find(isRight);

function isLuhn(text: string): boolean {
  let sum = 0;
  for (let place = 0; place < text.length; place += 1) {
    const each = Number(text[text.length - 1 - place]) * (place % 2 === 0 ? 1 : 2);
    sum += each > 9 ? each - 9 : each;
  }
  return sum % 10 === 0;
}

function toIban(country: string, account: string): string {
  const letters = Array.from(`${account}${country}00`, (each) => Number.parseInt(each, 36)).join('');
  const check = 98n - (BigInt(letters) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

function toBaltic(digits: string): string {
  const first = sumOf(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const second = sumOf(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return `${digits}${first < 10 ? first : second % 10}`;
}

/** Every kind in the spellings of people: `core` without separators. */
export function createPlanter(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  const two = (from: number, count: number) => String(from + below(count)).padStart(2, '0');
  const birth = () => ({ year: two(50, 50), month: two(1, 12), day: two(1, 28) });
  const group = (text: string, size: number, separator: string) =>
    (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);

  const kinds: Readonly<Record<string, () => string>> = {
    email: () =>
      `zq${digits(6)}${pick(['', '.mari', '+tag', '_x', '-y'])}@${pick(['acme.ee', 'mail.firma.de', 'õlu.fi'])}`,
    phone: () => {
      const local = `5${digits(7)}`;
      const grouped = pick([local, group(local, 4, ' '), group(local, 4, '-'), `(0) ${group(local, 4, ' ')}`]);
      return `${pick(['+372', '+372 ', '00372 ', '(+372) '])}${grouped}`;
    },
    // Behind a word of no meaning for it, such a number is that of a thing.
    localPhone: () =>
      `tel ${pick([`040 ${digits(3)} ${digits(4)}`, `5${digits(3)} ${digits(3)}${1 + below(9)}`, `030/${digits(7)}`])}`,
    iban: () => {
      const iban = pick([toIban('EE', digits(16)), toIban('DE', digits(18)), toIban('GB', `NWBK${digits(14)}`)]);
      return pick([iban, group(iban, 4, ' '), group(iban, 4, '-'), iban.toLowerCase()]);
    },
    card: () => {
      const card = findCheckDigit(`${pick(['4', '51', '2221'])}${digits(14)}`.slice(0, 15), isLuhn) ?? '';
      return pick([card, group(card, 4, ' '), group(card, 4, '-'), group(card, 4, '.')]);
    },
    estonian: () => {
      const { year, month, day } = birth();
      const code = toBaltic(`${pick(['3', '4'])}${year}${month}${day}${digits(3)}`);
      return pick([
        code,
        `${code.slice(0, 7)} ${code.slice(7)}`,
        `${code.slice(0, 3)}-${code.slice(3, 7)}-${code.slice(7)}`,
      ]);
    },
    finnish: () => {
      const { year, month, day } = birth();
      const number = digits(3);
      const check = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${day}${month}${year}${number}`) % 31];
      return `${day}${month}${year}-${number}${check}`;
    },
    swedish: () => {
      const { year, month, day } = birth();
      const code = findCheckDigit(`${year}${month}${day}${digits(3)}`, isLuhn) ?? '';
      return pick([`${code.slice(0, 6)}-${code.slice(6)}`, `19${code}`, `19${code.slice(0, 6)}-${code.slice(6)}`]);
    },
    polish: () => {
      const { year, month, day } = birth();
      const isRight = (code: string) => sumOf(code, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
      return findCheckDigit(`${year}${month}${day}${digits(4)}`, isRight) ?? '';
    },
    latvian: () => {
      const { year, month, day } = birth();
      const isRight = (code: string) =>
        ((1101 - sumOf(code, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11) % 10 === Number(code[10]);
      const code = findCheckDigit(`${day}${month}${year}1${digits(3)}`, isRight) ?? '';
      return `${code.slice(0, 6)}-${code.slice(6)}`;
    },
    sap: () => pick([`D${digits(6)}`, `I${digits(6)}`, `SAP ID: ZQ${digits(5)}`]),
  };

  /** Writes a value in a way in which an assistant may send it in HTML. */
  const dress = (value: string): string => {
    const at = 1 + below(value.length - 1);
    const [head, tail] = [value.slice(0, at), value.slice(at)];
    return pick([
      () => value,
      () => `${head}<b>${tail}</b>`,
      () => `<i>${head}</i><span class="x">${tail}</span>`,
      () => Array.from(value, (each) => `&#${each.codePointAt(0)};`).join(''),
      () => Array.from(value, (each) => `&#x${each.codePointAt(0)?.toString(16)};`).join(''),
      () => `${head}\u200B${tail}`,
      () => `${head}\u00AD${tail}`,
      () => `${head}<!-- note -->${tail}`,
      () => `**${value}**`,
      () => value.replaceAll(' ', '\u00A0').replaceAll('-', '\u2011'),
      () =>
        Array.from(value, (each) =>
          /[0-9@.]/.test(each) ? String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0) : each,
        ).join(''),
      () => `<a href="https://x.example/?v=${encodeURIComponent(value)}" title="${value}">link</a>`,
      () => `<p>Text before</p><p>${value}</p>`,
    ])();
  };

  const toParts = (value: string): MessagePart[] => {
    const html = dress(value);
    const query = `https://x.example/a.png?v=${encodeURIComponent(value)}&size=1`;
    return pick<() => MessagePart[]>([
      () => [{ type: 'text', value: `Value: ${html}, thanks` }],
      () => [{ type: 'text', value: ['Hello', html] }],
      () => [{ type: 'picture', value: query, title: value, size: value }],
      () => [{ type: 'picture', value: 'https://x.example/a.png', downloadink: query }],
      () => [{ type: 'video', value: query, title: value }],
      () => [{ type: 'formResult', firstname: value, reason: html }],
      () => [
        { type: 'formResult', username: value, e_mail: value, tel1_numbr: value, company: value, lastname: value },
      ],
      () => [{ type: 'chart', title: value, labels: [value], series: [{ name: value, values: [1] }], note: value }],
      () => [{ type: 'filePicker', fileKey: 'AbCdEfGhIjKlMnOpQrStUv', name: `scan ${value}` }],
      () => [
        {
          type: 'availableSkills',
          groups: [
            {
              name: value,
              data: [
                { id: 1, name: html },
                { id: value, name: 'x' },
              ],
            },
          ],
        },
      ],
      () => [
        {
          type: 'table',
          legend: { a: value },
          sourceData: [{ a: value, [value]: 1 }],
          filters: [value],
          requiredFields: [value],
        },
      ],
    ])();
  };

  return (): Planted => {
    const kind = pick(Object.keys(kinds) as [string, ...string[]]);
    const value = kinds[kind]?.() ?? '';
    return { kind, core: toCore(value.replace(/^(?:SAP ID: |tel )/, '')), parts: toParts(value) };
  };
}

/** Letters and digits of what is read, in lower case: without tags, entities, escapes and separators. */
export function toCore(text: string): string {
  return text
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) => decodeURIComponent(escaped))
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@]/gu, '');
}
