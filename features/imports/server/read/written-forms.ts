/** Replacements of one way to write a date by one that is read, each where it can mean one thing only. */
type Form = readonly [pattern: RegExp, replace: string | ((...found: string[]) => string)];

const pad = (value: string | number) => String(value).padStart(2, '0');
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** Monday of the first ISO week of a year, in ms: the week with the fourth of January. */
function toFirstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

function fromWeek(all: string, year = '', week = '', day = ''): string {
  const ms = toFirstMonday(Number(year)) + ((Number(week) - 1) * 7 + Number(day) - 1) * dayMs;
  const isWeek = Number(week) > 0 && ms < toFirstMonday(Number(year) + 1);
  return isWeek ? toDay(ms) : all;
}

function fromOrdinal(all: string, year = '', day = ''): string {
  const found = toDay(Date.UTC(Number(year), 0, Number(day)));
  return Number(day) > 0 && found.startsWith(year) ? found : all;
}

/** The halves of a day: Chinese, Japanese, Korean, Greek. */
const before = '上午|오전|午前|π\\.?μ\\.?';
const after = '下午|오후|午後|μ\\.?μ\\.?';
const clock = String.raw`\d\d?(?::\d\d){0,2}`;
const turn = (word: string, half: string): readonly Form[] => [
  [new RegExp(`(?:${word}) ?(${clock})`, 'u'), `$1 ${half}`],
  [new RegExp(`(${clock}) ?(?:${word})`, 'u'), `$1 ${half}`],
];

const forms: readonly Form[] = [
  // A cell that Excel takes for a text, a literal of ODBC, SQL, Access, MongoDB, pandas or JavaScript.
  [/^="?(.*?)"?$/, '$1'],
  [/^\{ ?(?:ts?|d) ?'([^']*)' ?\}$/i, '$1'],
  [/^(?:TIMESTAMP|DATE|DATETIME)(?: WITH TIME ZONE)? ?'([^']*)'$/i, '$1'],
  [/^(?:ISODate|(?:pd\.)?Timestamp|new Date|Date)\(["']?([^"']*?)["']?(?:, tz=.*)?\)$/, '$1'],
  [/^#(.*)#$/, '$1'],
  [
    /^(?:datetime\.)?datetime\((\d{4}), (\d\d?), (\d\d?)(?:, (\d\d?))?(?:, (\d\d?))?(?:, (\d\d?))?(?:, \d+)?(, tzinfo=.*utc.*)?\)$/,
    (...found) => {
      const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', zone = ''] = found;
      return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}${zone ? 'Z' : ''}`;
    },
  ],
  // Chinese, Japanese and Korean.
  [/(\d{4}) ?[年년] ?(\d\d?) ?[月월] ?(\d\d?) ?[日일](?: ?[（(].[)）])?/u, '$1-$2-$3 '],
  [
    /(\d\d?) ?[時时点點시] ?(?:(\d\d?) ?[分분] ?)?(?:(\d\d?) ?[秒초])?/u,
    (_all, hour = '', minute = '0', second = '0') => `${hour}:${pad(minute)}:${pad(second)}`,
  ],
  ...turn(before, 'AM'),
  ...turn(after, 'PM'),
  // Korean and Hungarian.
  [/^(\d{4})\. ?(\d\d?)\. ?(\d\d?)\.?(?= |$)/, '$1-$2-$3'],
  // ISO week and ordinal dates.
  [/^(\d{4})-?W(\d\d)-?([1-7])(?=$|[T ])/, fromWeek],
  [/^(\d{4})-(\d{3})(?=$|[T ])/, fromOrdinal],
  [/^((?:19|20)\d\d)(\d{3})(?=T)/, fromOrdinal],
  // Names of files and logs.
  [/^(\d{4}-\d\d-\d\d)[T _-](\d\d)-(\d\d)-(\d\d)$/, '$1 $2:$3:$4'],
  [/^(\d{4})(\d\d)(\d\d)(?=[ T]\d\d:)/, '$1-$2-$3'],
  // A day of the week before it, in letters without a case.
  [/^[（(]?[\p{Lo}]{1,4}[)）]?, ?(?=\d)/u, ''],
  [/ (?:kl\.|ч\.|[гр]\.,?)(?= |$)/gu, ''],
  [/ {2,}/g, ' '],
];

/** A digit of another script, or of full width, by its value. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // Unicode keeps the ten digits of a script together, from zero on.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** A date with the digits, marks and order that are read; any other text as it is. */
export function toUsualForm(text: string): string {
  const plain = text
    .trim()
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, toDigit);
  if (!/\d/.test(plain) || plain.length > 120) return text;
  return forms.reduce((current, [pattern, replace]) => current.replace(pattern, replace as string), plain).trim();
}
