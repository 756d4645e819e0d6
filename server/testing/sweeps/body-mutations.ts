/** A body with one fault. */
export interface Mutation {
  readonly name: string;
  readonly body: unknown;
  /** The path that the problem must name; undefined for the whole body. */
  readonly path: string | undefined;
}

type Steps = readonly (string | number)[];

const wrongValues: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  'a number': 42,
  'a fraction': -1.5,
  'an empty text': '',
  'white space': ' \u00A0\u200B\u3000',
  'an empty list': [],
  'a list of null': [null],
  'a list of texts': ['x', 'y'],
  'an empty object': {},
  'an operator': { $set: 'SuperAdmin' },
  'a very long text': 'x'.repeat(10_000),
};

/** Names of fields that a hostile client adds. */
const extraNames = [
  'isSuperAdmin',
  '_id',
  'id',
  'tenantId',
  'companyId',
  'accountId',
  'company',
  'createdAt',
  'passwordHash',
  'emailVerified',
  'totpSecret',
  'status',
  'limit',
  'roles',
  'user.roles',
  'roles[]',
  '$where',
];

/** Every field with every wrong value, every field missing, every hostile field added, and other bodies. */
export function mutateBody(body: unknown): Mutation[] {
  const places = listPlaces(body);
  return [
    ...Object.entries(wrongValues).map(([name, value]) => ({
      name: `the body is ${name}`,
      body: value,
      path: undefined,
    })),
    { name: 'the body in a list', body: [body], path: undefined },
    { name: 'the body as text', body: JSON.stringify(body), path: undefined },
    ...places.flatMap((steps) =>
      Object.entries(wrongValues).map(([name, value]) => ({
        name: `${steps.join('.')} is ${name}`,
        body: replace(body, steps, value),
        path: steps.join('.'),
      })),
    ),
    ...places.map((steps) => ({
      name: `${steps.join('.')} is missing`,
      body: replace(body, steps, undefined),
      path: steps.join('.'),
    })),
    ...listObjects(body).flatMap((steps) =>
      extraNames
        .filter((name) => !Object.hasOwn(read(body, steps) as object, name))
        .map((name) => [...steps, name])
        .map((extra) => ({
          name: `with ${extra.join('.')}`,
          body: replace(body, extra, 'SuperAdmin'),
          path: extra.join('.'),
        })),
    ),
  ];
}

/** Bodies whose texts are damaged: refused, but for those of assistants, which are kept with U+FFFD. */
export function listDamagedBodies(body: unknown): Readonly<Record<string, string | Uint8Array>> {
  const text = JSON.stringify(body);
  return {
    'not UTF-8': Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    NUL: text.replace(/(?<=[:[])"/, '"\\u0000'),
    'half a character': text.replace(/(?<=[:[])"/, '"\\ud83d'),
  };
}

/** Bodies that are no JSON or JSON with traps; the parser refuses all of them. */
export function listMalformedBodies(body: unknown): Readonly<Record<string, string | Uint8Array>> {
  const text = JSON.stringify(body);
  const name = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body)[0] : undefined;
  const doubled = name === undefined ? '[{"a":1,"a":2}]' : `{"${name}":1,${text.slice(1)}`;
  return {
    'cut off': text.slice(0, -1),
    'single quotes': "{'a': 1}",
    'a key twice': doubled,
    __proto__: '{"__proto__":{"isSuperAdmin":true}}',
    constructor: '{"constructor":{"prototype":{"a":1}}}',
    'a deep list': `${'['.repeat(5000)}${']'.repeat(5000)}`,
    'a deep object': `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
    'two values': `${text} ${text}`,
    NaN: '{"a": NaN}',
  };
}

function listPlaces(value: unknown, steps: Steps = []): Steps[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => [[...steps, index], ...listPlaces(each, [...steps, index])]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [[...steps, name], ...listPlaces(each, [...steps, name])]);
}

function listObjects(value: unknown, steps: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return [steps, ...Object.entries(value).flatMap(([name, each]) => listObjects(each, [...steps, name]))];
}

function read(value: unknown, steps: Steps): unknown {
  return steps.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value);
}

/** A copy with another value at the path; `undefined` deletes the path. */
function replace(value: unknown, steps: Steps, to: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const last = steps.at(-1);
  const holder = read(copy, steps.slice(0, -1));
  if (last === undefined) return to;
  if (to === undefined && Array.isArray(holder)) holder.splice(Number(last), 1);
  else (holder as Record<string | number, unknown>)[last] = to;
  return copy;
}
