import { randomUUID } from 'node:crypto';

/** A valid user form of section 5 with a unique address. */
export function newUserForm(values: Record<string, unknown> = {}) {
  const email = `${randomUUID()}@test.example`;
  return {
    firstName: 'Jaan',
    lastName: 'Tamm',
    email,
    company: 'Acme',
    sapId: 'JTAMM',
    roles: ['User' as const],
    ...values,
  };
}

/** A valid profile form of section 5; `email` is the user's own. */
export function profileForm(email: string, values: Record<string, unknown> = {}) {
  return { firstName: 'Mari', lastName: 'Kask', email, company: 'Acme', sapId: 'MKASK', ...values };
}

/** A valid sign-up form of section 5 with a unique address. */
export function signUpForm(values: Record<string, unknown> = {}) {
  return {
    email: `${randomUUID()}@test.example`,
    firstName: 'Liis',
    lastName: 'Lepp',
    company: 'Lepp OÜ',
    password: 'Steward-2026!',
    termsConditions: true as const,
    dataProcessing: true as const,
    ...values,
  };
}
