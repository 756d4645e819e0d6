import { expect, test } from 'vitest';
import { rowFormatNames } from '#features/protection/contract/formats/row-format-facts.ts';
import type { RowFormat } from '#features/protection/contract/row-formats.ts';
import {
  createRowWriter,
  instantColumns,
  toListedRows,
  toRowSet,
  type RowColumn,
  type RowSet,
  type RowValue,
} from './row-file.ts';

interface Row {
  readonly values: readonly RowValue[];
  readonly at: Date | null;
}

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = createRandom(5);
const pieces = [
  'a',
  '7',
  '"',
  ',',
  '\n',
  '\r\n',
  '\t',
  '=',
  '+',
  '-',
  '@',
  '＝',
  '\u200B',
  '\uFEFF',
  ' ',
  "'",
  '\\',
  'õ',
  '😀',
  '\u2028',
  '\u0001',
  '\uD800',
];
/** Some longer than those that are written character by character. */
const writeText = () =>
  Array.from({ length: random(random(9) === 0 ? 200 : 6) }, () => pieces[random(pieces.length)]).join('');
const others = [null, 0, -1.5, 1e21, true, false, ['a', '="b"'], { text: '"\n' }];
const day = 86_400_000;
/** Around the changes to and from summer time, and before 1970. */
const instants = [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(1969, 11, 31), Date.UTC(2026, 3, 5)];

const rows: Row[] = Array.from({ length: 1000 }, () => ({
  values: Array.from({ length: 4 }, () => (random(3) === 0 ? (others[random(others.length)] ?? null) : writeText())),
  at: random(9) === 0 ? null : new Date((instants[random(4)] ?? 0) + random(day)),
}));

/** Writes a row in the plainest way, without the writer's optimisations. */
function writePlainly(cells: readonly RowValue[], keys: readonly string[], format: RowFormat): string {
  if (format === 'jsonl')
    return `${JSON.stringify(Object.fromEntries(keys.map((key, place) => [key, cells[place]])))}\n`;
  const quoted = cells.map((cell) => {
    if (format === 'semicolons' && typeof cell === 'number') return String(cell).split('.').join(',');
    const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : `${cell ?? ''}`;
    const isFormula = typeof cell === 'string' && /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u.test(text);
    return `"${isFormula ? "'" : ''}${text.split('"').join('""')}"`;
  });
  return `${quoted.join({ csv: ',', semicolons: ';', excel: '\t' }[format])}\r\n`;
}

/** Copies, because the bytes of a page change when the next one is asked for. */
async function readFile(set: RowSet, format: RowFormat): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const { bytes } of set.toFile(format).pages) copies.push(Buffer.from(bytes));
  return Buffer.concat(copies);
}

const showClock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at: Date) => format.format(at);
};

test.each(['Europe/Tallinn', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'])(
  'rows of any values are written as a plain writer writes them, with the clock of %s',
  async (zone) => {
    const columns: RowColumn<Row>[] = [
      ...[0, 1, 2, 3].map((place) => ({
        key: `k"${place}`,
        label: `Value ${place}`,
        value: ({ values }: Row) => values[place] ?? null,
      })),
      ...instantColumns<Row>({ key: 'at', label: 'At', zone }, ({ at }) => at),
    ];
    const show = showClock(zone);
    const keys = columns.map(({ key }) => key);
    for (const format of rowFormatNames) {
      const { head, encoding } = createRowWriter(columns, format);
      const plain = rows.map(({ values, at }) =>
        writePlainly([...values, at && show(at), at && at.toISOString()], keys, format),
      );
      const file = await readFile(toListedRows(columns, rows), format);
      expect(file.equals(Buffer.from(head + plain.join(''), encoding))).toBe(true);
    }
  },
);

test('a file for Excel begins with a byte order mark', () => {
  const columns = [{ key: 'a', label: '=A', value: () => null }];
  expect(createRowWriter(columns, 'excel').head).toBe(
    `\uFEFF${createRowWriter(columns, 'csv').head.replaceAll(',', '\t')}`,
  );
  expect(createRowWriter(columns, 'csv').head).toBe(`"'=A"\r\n`);
  expect(createRowWriter(columns, 'semicolons').head).toBe(`\uFEFF"'=A"\r\n`);
  expect(createRowWriter(columns, 'jsonl').head).toBe('');
});

test('with semicolons a number is one to spreadsheets with a decimal comma', async () => {
  const columns = ['a', 'b', 'c'].map((key, place) => ({
    key,
    label: key,
    value: (row: readonly RowValue[]) => row[place] ?? null,
  }));
  const set = toListedRows(columns, [
    ['x;"y"', 1234.5, -0.05],
    [null, 1250, '12.5'],
  ]);
  const lines = (await readFile(set, 'semicolons')).toString().split('\r\n');
  expect(lines).toEqual(['\uFEFF"a";"b";"c"', '"x;""y""";1234,5;-0,05', '"";1250;"12.5"', '']);
});

test('pages of any length keep their bytes until the next one is asked for', async () => {
  const columns = [{ key: 'a', label: 'A', value: (text: string) => text }];
  const texts = ['õ'.repeat(300_000), '😀'.repeat(10), '', 'x'.repeat(700_000), 'a', 'b'];
  const set = toRowSet<string>({
    columns,
    total: texts.length,
    *readPages(startLines) {
      // As a read-ahead does: the next page is written before this one is taken.
      let next = startLines();
      next.add(texts[0] ?? '');
      for (let place = 0; place < texts.length; place += 1) {
        const page = next.end();
        next = startLines();
        if (place + 1 < texts.length) next.add(texts[place + 1] ?? '');
        yield page;
      }
    },
  });
  const file = await readFile(set, 'csv');
  expect(file.toString()).toBe(`"A"\r\n${texts.map((text) => `"${text}"\r\n`).join('')}`);
});
