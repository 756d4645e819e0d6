import { beforeAll, expect, test } from 'vitest';
import { buildUser } from '../database/testing/builders.ts';
import { useTestPortal, type TestUser } from './test-portal.ts';
import { newUserForm } from './user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

/** Stored names, and what a reader types for them. */
const names: readonly (readonly [name: string, typed: readonly string[]])[] = [
  ['İstanbullu', ['istanbul', 'ISTANBUL', 'İSTANBUL', 'ıstanbul']],
  ['IŞIKOĞLU', ['ışık', 'isik', 'işik', 'IŞIK']],
  ['Çağla-Özgür'.normalize('NFD'), ['cagla', 'ÇAĞLA', 'cagla ozgur'.replace(' ', '-')]],
  ['Weißgerber', ['WEISSGERBER', 'weissg', 'weißg', 'WEIẞG']],
  ['Łódźki', ['lodz', 'ŁÓDŹ']],
  ['Sørensen-Ærø', ['sorensen', 'aero', 'ÆRØ']],
  ['Sup\u00ADport\u200Ber', ['supporter', 'sup\u00ADporter']],
  ['Ｗｉｄｅ', ['wide', 'ＷＩＤＥ']],
  ['ΠΑΠΑΔΌΠΟΥΛΟΣ', ['παπαδοπουλος', 'παπαδόπουλοσ']],
  ['Ёлкин', ['елкин', 'ЁЛК']],
  ['100%_Sure', ['0%_s']],
];

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  const { companyId } = superAdmin;
  for (const [index, [lastName]] of names.entries()) {
    await buildUser(portal().database, companyId, { firstName: 'Mo', lastName, email: `mo${index}@people.example` });
    const author = await portal().makeUser(companyId, { roles: ['SuperAdmin'], firstName: 'Jo', lastName });
    await portal().call('/users', { as: author, body: newUserForm({ lastName }) });
  }
});

const cases = names.flatMap(([name, typed]) => typed.map((text) => [text, name] as const));

const get = async <Body>(path: string): Promise<Body> => {
  const { status, body } = await portal().call(path, { as: superAdmin });
  expect(status).toBe(200);
  return body as Body;
};

test.each(cases)('%s finds %s among users, reported persons and changes', async (text, name) => {
  const typed = encodeURIComponent(text);
  const users = await get<{ lastName: string }[]>(`/users?stringValue=${typed}`);
  expect(new Set(users.map(({ lastName }) => lastName))).toEqual(new Set([name]));
  const persons = await get<{ name: string }[]>(`/erasures/persons?search=${typed}`);
  expect(new Set(persons.map((person) => person.name.replace(/^\S+ /, '')))).toEqual(new Set([name]));
  const found = await get<{ entries: { entityLabel: string; actor: { name: string } }[] }>(`/audit?search=${typed}`);
  expect(found.entries.map(({ entityLabel }) => entityLabel)).toContain(`Jaan ${name}`);
  const made = await get<{ entries: { actor: { name: string } }[] }>(`/audit?actor=${typed}`);
  expect(made.entries.length).toBeGreaterThan(0);
  expect(new Set(made.entries.map(({ actor }) => actor.name))).toEqual(new Set([`Jo ${name}`]));
});

test('what has no letter to search for finds all users, and what folds to others finds none', async () => {
  const all = await get<unknown[]>('/users');
  expect(await get<unknown[]>(`/users?stringValue=${encodeURIComponent(' \u00AD')}`)).toHaveLength(all.length);
  expect(await get('/users?stringValue=istanbulb')).toEqual([]);
});
