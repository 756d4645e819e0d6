import { expect, test } from 'vitest';
import { SignUpForm } from './session/session-forms.ts';
import { ProfileForm, UserForm } from './users.ts';

const message = 'A name cannot contain a web address.';

test.each(['You won! http://evil.example/prize', 'see WWW.evil.example'])('%j is no name', (name) => {
  const forms = [
    SignUpForm.safeParse({ firstName: name, lastName: name, company: name }),
    UserForm.safeParse({ firstName: name, lastName: name }),
    ProfileForm.safeParse({ firstName: name, lastName: name }),
  ];
  const paths = forms.map(({ error }) =>
    error?.issues.filter((issue) => issue.message === message).map(({ path }) => path.join('.')),
  );
  const people = ['firstName', 'lastName'];
  expect(paths).toEqual([[...people, 'company'], people, people]);
});

test.each(['Anne-Marie O’Neill', 'wwwesley', 'A.B. van der Berg'])('%j is a name', (name) => {
  expect(ProfileForm.shape.firstName.safeParse(name).success).toBe(true);
});
