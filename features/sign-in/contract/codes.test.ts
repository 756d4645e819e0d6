import { expect, test } from 'vitest';
import { ProfileForm, UserForm } from '#features/people/contract/users.ts';
import {
  BothFactorsForm,
  CodeForm,
  ConfirmSignInForm,
  ConfirmSignUpForm,
  Email,
  ResetPasswordForm,
} from './session-forms.ts';

const shown = [
  '123 456',
  ' 123456\n',
  '123\u00A0456',
  '123\u2009456',
  '123\u202F456',
  '123-456',
  '123–456',
  '1 2 3 4 5 6',
  '123·456',
  '\u200E123\u200B456\uFEFF',
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳ ۴۵۶',
];

test.each(shown)('a code may be typed as it is shown: %j', (code) => {
  const email = 'ann@acme.example';
  const password = 'Correct-Horse-7';
  const forms = [
    CodeForm.parse({ code }),
    ConfirmSignUpForm.parse({ email, code }),
    ResetPasswordForm.parse({ email, code, password }),
    ConfirmSignInForm.parse({ method: 'totp', code }),
    BothFactorsForm.parse({ method: 'totp', code, password }),
  ];
  expect(forms.map((form) => form.code)).toEqual(forms.map(() => '123456'));
});

test.each([
  ['', 'Please input your Code!'],
  [' - ', 'Please input your Code!'],
  ['12a456', 'Code in invalid format!'],
  ['12.3', 'Code in invalid format!'],
  ['1'.repeat(13), 'Code in invalid format!'],
  [' '.repeat(201), 'Code in invalid format!'],
])('%j is no code', (code, message) => {
  expect(CodeForm.safeParse({ code }).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([' ann@acme.example', 'ann@acme.example\t', '\u00A0ann@acme.example\u200B', '\uFEFFann@acme.example\n'])(
  'what stands around an address goes, in every form: %j',
  (email) => {
    const parsed = [Email.parse(email), UserForm.shape.email.parse(email), ProfileForm.shape.email.parse(email)];
    expect(parsed).toEqual(parsed.map(() => 'ann@acme.example'));
  },
);
