import { expect, test } from 'vitest';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import { parseInvitations } from './parse-invitations.ts';

const defaults = { company: 'Acme', role: 'User' } as const;
const parse = (text: string) => parseInvitations(text, defaults);
const summarize = (text: string) =>
  parse(text).map(({ invitation: { email, firstName, lastName, roles } }) => [email, firstName, lastName, ...roles]);

test('addresses alone, one in each line, get their names from the address and the defaults', () => {
  expect(parse('mari.maasikas@acme.example\n\njaan@acme.example\n')).toEqual([
    {
      line: 1,
      place: 0,
      hasMadeName: true,
      invitation: {
        email: 'mari.maasikas@acme.example',
        firstName: 'Mari',
        lastName: 'Maasikas',
        company: 'Acme',
        ...mapOptionalFields(() => null),
        roles: ['User'],
      },
    },
    expect.objectContaining({
      line: 3,
      place: 1,
      invitation: expect.objectContaining({ firstName: 'Jaan', lastName: 'Jaan' }) as unknown,
    }),
  ]);
});

test('addresses as mail programs write them', () => {
  expect(summarize('Mari Maasikas <mari@acme.example>; "Tamm, Jaan" <jaan@acme.example>')).toEqual([
    ['mari@acme.example', 'Mari', 'Maasikas', 'User'],
    ['jaan@acme.example', 'Jaan', 'Tamm', 'User'],
  ]);
});

test.each([',', ';', '\t'])('a table with a head in any order, separated by %j, with quotes', (sign) => {
  const text = [
    ['Last name', 'E-mail', 'Role', 'First Name', 'SAP Login ID'],
    ['Maasikas', 'mari@acme.example', 'admin user', 'Mari', `"M${sign}M"`],
  ];
  const [row] = parse(text.map((cells) => cells.join(sign)).join('\r\n'));
  expect(row?.invitation).toMatchObject({
    firstName: 'Mari',
    lastName: 'Maasikas',
    roles: ['Admin', 'User'],
    sapId: `M${sign}M`,
  });
});

test('lines are those of the text, with the head and empty lines; several people may stand in one', () => {
  const list = parse('Name,E-mail\n\nMari Maasikas,mari@acme.example\n,jaan.tamm@acme.example');
  expect(list.map(({ line, hasMadeName }) => [line, hasMadeName])).toEqual([
    [3, false],
    [4, true],
  ]);
  expect(parse('a@acme.example; b@acme.example').map(({ line, place }) => [line, place])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test('without a head the address comes first, then names and role', () => {
  expect(summarize('mari@acme.example,Mari,Maasikas,Admin\njaan@acme.example,Jaan,Tamm')).toEqual([
    ['mari@acme.example', 'Mari', 'Maasikas', 'Admin'],
    ['jaan@acme.example', 'Jaan', 'Tamm', 'User'],
  ]);
});

test('a row says why it cannot be sent', () => {
  const text = 'email,role\nnobody,User\nmari@acme.example,Boss\njaan@acme.example,User\nJAAN@acme.example,User';
  expect(parse(text).map(({ problem }) => problem)).toEqual([
    'The input is not a valid email address!',
    'There is no role Boss.',
    undefined,
    'This address is already in the list.',
  ]);
});
