/** Fields of a schema's issue that its words need. */
export interface WordedIssue {
  readonly message: string;
  readonly code?: string | undefined;
  readonly expected?: string | undefined;
  readonly origin?: string | undefined;
  readonly format?: string | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly inclusive?: boolean | undefined;
  readonly values?: readonly unknown[] | undefined;
  readonly options?: readonly unknown[] | undefined;
}

/** How the schema library words what the contract does not word itself. */
const libraryWords =
  /^(?:Invalid (?:input|option|string|ISO|UUID|URL|email|discriminator|key|number|base64)|Too (?:big|small):)/;

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'an ID, e.g. 6e0d4a1e-6f0c-4f0b-8a55-6f6a5a2f9b4e',
  datetime: 'a date and time with its zone, e.g. 2026-11-01T08:30:00Z',
  date: 'a date, e.g. 2026-11-01',
  email: 'an e-mail address',
  url: 'a web address',
};

/** Describes what is wrong with a field, in words of the product where the contract has none of its own. */
export function wordIssue(issue: WordedIssue): string {
  if (!libraryWords.test(issue.message)) return issue.message;
  return words[issue.code ?? '']?.(issue) ?? 'Has a wrong form.';
}

const words: Readonly<Record<string, (issue: WordedIssue) => string>> = {
  invalid_type: ({ message, expected = '' }) => {
    const kind = kinds[expected] ?? 'of another kind';
    return message.endsWith('received undefined') ? `Missing: must be ${kind}.` : `Must be ${kind}.`;
  },
  invalid_value: ({ values = [] }) => listValues(values),
  invalid_union: ({ options }) => (options ? listValues(options) : 'Has none of the forms that it can have.'),
  invalid_format: ({ format = '' }) => `Must be ${formats[format] ?? 'written in the documented form'}.`,
  too_small: ({ origin, minimum = 0, inclusive = true }) =>
    describeBound(origin, `${inclusive ? 'at least' : 'more than'} ${format(minimum)}`),
  too_big: ({ origin, maximum = 0, inclusive = true }) =>
    describeBound(origin, `${inclusive ? 'at most' : 'less than'} ${format(maximum)}`),
};

const format = (bound: number | bigint) => bound.toLocaleString('en');

const maxListed = 20;

function listValues(values: readonly unknown[]): string {
  const [first] = values;
  if (values.length === 1) return `Must be ${JSON.stringify(first)}.`;
  const more = values.length > maxListed ? ' …' : '';
  return `Must be one of ${values.slice(0, maxListed).map(String).join(', ')}${more}.`;
}

function describeBound(origin: string | undefined, bound: string): string {
  if (origin === 'string') return `Must have ${bound} characters.`;
  if (origin === 'array' || origin === 'set' || origin === 'map') return `Must have ${bound} entries.`;
  return `Must be ${bound}.`;
}
