import { randomUUID } from 'node:crypto';

/** A user form of section 5 that is taken, with an address of its own. */
export function newUserForm(values: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@test.example`;
  return { firstName: 'Jaan', lastName: 'Tamm', email, company: 'Acme', sapId: 'JTAMM', roles: ['User'], ...values };
}

/** A profile form of section 5 that is taken; `email` is the person's own. */
export function profileForm(email: string, values: Record<string, unknown> = {}) {
  return { firstName: 'Mari', lastName: 'Kask', email, company: 'Acme', sapId: 'MKASK', ...values };
}

/** A sign-up form of section 5 that is taken, with an address of its own. */
export function signUpForm(values: Record<string, unknown> = {}) {
  return {
    email: `${randomUUID()}@test.example`,
    firstName: 'Liis',
    lastName: 'Lepp',
    company: 'Lepp OÜ',
    password: 'Steward-2026!',
    termsConditions: true,
    dataProcessing: true,
    ...values,
  };
}
