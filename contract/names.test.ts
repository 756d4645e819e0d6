import { expect, test } from 'vitest';
import { CompanyForm } from '#features/company/contract/company.ts';
import { SignUpForm } from '#features/sign-in/contract/session-forms.ts';
import { ProfileForm, UserForm } from '#features/people/contract/users.ts';

const message = 'A name cannot contain a web address.';

test.each([
  'You won! http://evil.example/prize',
  'see WWW.evil.example',
  'evil.example/x',
  'evil．example⁄x',
  'evil。ex\u200Bample／x',
  'eve＠evil.example',
])('%j is no name', (name) => {
  const forms = [
    SignUpForm.safeParse({ firstName: name, lastName: name, company: name }),
    UserForm.safeParse({ firstName: name, lastName: name }),
    ProfileForm.safeParse({ firstName: name, lastName: name }),
    CompanyForm.safeParse({ companyName: name }),
  ];
  const paths = forms.map(({ error }) =>
    error?.issues.filter((issue) => issue.message === message).map(({ path }) => path.join('.')),
  );
  const people = ['firstName', 'lastName'];
  expect(paths).toEqual([[...people, 'company'], people, people, ['companyName']]);
});

test.each(['Mari @ IT', 'Mari; Kask', 'Mari <mari', 'mari> b', 'Mari ＠ IT', 'Mari； Kask', 'Mari﹤m'])(
  '%j is no name of a person',
  (name) => {
    const form = { firstName: name, lastName: name };
    const failed = [SignUpForm, UserForm, ProfileForm].map((schema) =>
      schema
        .safeParse({ ...form, company: name })
        .error?.issues.filter(({ message: text }) => /cannot contain @/.test(text)),
    );
    expect(failed.map((issues) => issues?.map(({ path }) => path.join('.')))).toEqual(
      [1, 2, 3].map(() => ['firstName', 'lastName']),
    );
  },
);

test.each(['Anne-Marie O’Neill', 'wwwesley', 'A.B. van der Berg'])('%j is a name', (name) => {
  expect(ProfileForm.shape.firstName.safeParse(name).success).toBe(true);
});

test('a name of a person has at most 60 characters, that of a company 200', () => {
  const tooLong = 'x'.repeat(61);
  const issues = [
    SignUpForm.safeParse({ firstName: tooLong, lastName: tooLong, company: tooLong }),
    UserForm.safeParse({ firstName: tooLong, lastName: tooLong }),
    ProfileForm.safeParse({ firstName: tooLong, lastName: tooLong }),
  ].map(({ error }) =>
    error?.issues.flatMap(({ message: text, path }) => (text.includes('at most 60') ? [path.join('.')] : [])),
  );
  expect(issues).toEqual([
    ['firstName', 'lastName'],
    ['firstName', 'lastName'],
    ['firstName', 'lastName'],
  ]);
  expect(ProfileForm.shape.firstName.safeParse('x'.repeat(60)).success).toBe(true);
});
