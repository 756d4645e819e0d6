import { expect, test } from 'vitest';
import { parseInvitations } from './parse-invitations.ts';
import { pastedLists } from './testing/pasted-lists.ts';
import { pastedSheets } from './testing/pasted-sheets.ts';

const summarize = (text: string) =>
  parseInvitations(text, { company: 'Acme', role: 'User' }).map(({ invitation, hasMadeName, problem }) => {
    const { email, firstName, lastName } = invitation;
    if (problem !== undefined) return `! ${email}`;
    return hasMadeName ? email : `${email} = ${firstName} / ${lastName}`;
  });

const lists = [...pastedLists, ...pastedSheets];

test.each(lists)('$name', ({ text, people }) => {
  expect(summarize(text)).toEqual(people);
});

/** Any address in the text, as anybody would look for it. */
const listAddresses = (text: string) =>
  [...text.matchAll(/[a-z0-9.õ-]+@[a-z.]+[a-z]/gi)].map(([address]) => address.toLowerCase());

test('no list of all leaves an address out without a word, or invites one under the name of another', () => {
  const left = lists.flatMap(({ text }) => {
    const rows = parseInvitations(text, { company: 'Acme', role: 'User' });
    const said = rows.map(({ invitation, problem = '' }) => `${invitation.email} ${problem}`.toLowerCase()).join('\n');
    return listAddresses(text).filter((address) => !said.includes(address));
  });
  expect(left).toEqual([]);
  expect(lists.length).toBeGreaterThanOrEqual(40);
});

const given = ['Mari', 'Jaan', 'Peeter', 'Anna Maria', 'Иван', 'Ülle'] as const;
const family = ['Tamm', 'Kask', 'Paan', 'von Berg', 'Иванов', 'Õun'] as const;

const forms: readonly ((first: string, last: string, email: string) => string)[] = [
  (first, last, email) => `${first} ${last} <${email}>`,
  (first, last, email) => `${last}, ${first} <${email}>`,
  (first, last, email) => `"${last}, ${first}" <${email}>`,
  (first, last, email) => `${last}, ${first} (IT, Tallinn) <${email}>`,
  (first, last, email) => `${first} ${last} (${email})`,
  (first, last, email) => `${first} ${last} ${email}`,
  (_first, _last, email) => email,
  (_first, _last, email) => `'${email}' <${email}>`,
  (_first, _last, email) => `mailto:${email}`,
  // Without an address.
  (first, last) => `${first} ${last}`,
];
const signs = ['; ', ', ', ';', ',', '\n', '\r\n', ' ', '\t', ' ; ', ';\n', ',\n', '\n\n'];

/** Numbers that are the same in each run. */
function createNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

test('no mix of forms and signs gives a person the name of another, or loses an address', () => {
  const next = createNumbers(7);
  const wrong: string[] = [];
  for (let round = 0; round < 5000; round += 1) {
    const people = Array.from({ length: 1 + next(4) }, (_each, index) => ({
      email: `p${index}@acme.example`,
      first: given[(round + index) % given.length] ?? '',
      last: family[(round + index) % family.length] ?? '',
      form: forms[next(forms.length)],
    }));
    let text = '';
    for (const [index, { email, first, last, form }] of people.entries()) {
      const isBare = [form, people[index - 1]?.form].includes(forms.at(-1));
      const sign = signs[next(signs.length)] ?? '';
      // A name and an address with a blank between them are one person.
      const between = isBare && sign.trim() === '' && !sign.includes('\n') ? '; ' : sign;
      text += `${index === 0 ? '' : between}${form?.(first, last, email)}`;
    }
    const rows = parseInvitations(text, { company: 'Acme', role: 'User' });
    for (const { email, first, last } of people.filter((each) => text.includes(each.email))) {
      const own = rows.filter((row) => row.invitation.email === email);
      const areOwn = own.every(
        ({ invitation, hasMadeName, problem }) =>
          problem !== undefined ||
          hasMadeName ||
          `${invitation.firstName} ${invitation.lastName}` === `${first} ${last}`,
      );
      if (own.length === 0 || !areOwn) wrong.push(`${email} in ${JSON.stringify(text)}`);
    }
  }
  expect(wrong).toEqual([]);
});
