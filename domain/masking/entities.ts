/** Entities that stand for a character of a value, of ASCII or not shown; any other stands for a letter. */
const named: Readonly<Record<string, string>> = {
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  quot: '"',
  QUOT: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  midast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  LT: '<',
  equals: '=',
  gt: '>',
  GT: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  UnderBar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  nbsp: ' ',
  NonBreakingSpace: ' ',
  ensp: ' ',
  emsp: ' ',
  emsp13: ' ',
  emsp14: ' ',
  numsp: ' ',
  puncsp: ' ',
  thinsp: ' ',
  ThinSpace: ' ',
  hairsp: ' ',
  VeryThinSpace: ' ',
  MediumSpace: ' ',
  hyphen: '-',
  dash: '-',
  ndash: '-',
  mdash: '-',
  minus: '-',
  horbar: '-',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
  NoBreak: '',
  ZeroWidthSpace: '',
  NegativeThinSpace: '',
  NegativeMediumSpace: '',
  NegativeThickSpace: '',
  NegativeVeryThinSpace: '',
};

/** The longest name that HTML knows has 31 letters; numbers can have leading zeros. */
const entity =
  /&(?:#[xX](?<hex>[0-9a-fA-F]{1,32})|#(?<decimal>\d{1,32})|(?<name>[A-Za-z][A-Za-z0-9]{1,31}))(?<end>;?)/y;

/** The character behind an ampersand, and where it ends; undefined where the ampersand stands for itself. */
export function decodeEntity(source: string, at: number): { readonly text: string; readonly end: number } | undefined {
  entity.lastIndex = at;
  const { hex, decimal, name, end } = entity.exec(source)?.groups ?? {};
  const next = entity.lastIndex;
  if (hex !== undefined) return { text: toCharacter(Number.parseInt(hex, 16)), end: next };
  if (decimal !== undefined) return { text: toCharacter(Number.parseInt(decimal, 10)), end: next };
  // Without its semicolon it may be the parameter of an address.
  if (name === undefined || end === '') return undefined;
  return { text: Object.hasOwn(named, name) ? (named[name] ?? '') : 'x', end: next };
}

const toCharacter = (code: number) => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '');
