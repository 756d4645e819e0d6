import { randomUUID } from 'node:crypto';
import type { InferContractRouterInputs } from '@orpc/contract';
import type * as z from 'zod';
import type { contract } from '#contract/router.ts';
import { ProfileUpdate } from '#contract/users.ts';
import { testPassword } from '../testing/test-portal.ts';
import type { SweepCaller, SweepWorld } from './sweep-world.ts';

/** A well-formed call of one endpoint, and what an allowed caller is answered. */
export interface ValidCall<Input = unknown> {
  readonly input: Input;
  /** Where it is not the endpoint's success status, such as for a code that nobody can know. */
  readonly answers?: readonly number[];
  /** The schema that judges the body, where the contract leaves it to the endpoint. */
  readonly body?: z.ZodType;
  /** The call ends the session it is made with. */
  readonly endsSession?: true;
}

type Inputs = InferContractRouterInputs<typeof contract>;
type MakeCall<Input> = (world: SweepWorld, caller: SweepCaller) => ValidCall<Input> | Promise<ValidCall<Input>>;
/** One entry for every endpoint: a new endpoint without one does not compile. */
type ValidCalls = {
  readonly [Area in keyof Inputs]: { readonly [Name in keyof Inputs[Area]]: MakeCall<Inputs[Area][Name]> };
};

const nothing = () => ({ input: {} });
const newEmail = () => `${randomUUID()}@test.example`;
const wrongCode = '000000';
const bothFactors = { password: testPassword, method: 'totp' as const, code: wrongCode };

export const validCalls: ValidCalls = {
  session: {
    get: nothing,
    signIn: ({ other }) => ({ input: { body: { email: other.superAdmin.email, password: testPassword } } }),
    signUp: () => ({ input: { body: signUpForm() } }),
    confirmSignUp: () => ({ input: { body: { email: newEmail(), code: wrongCode } }, answers: [422] }),
    resendCode: () => ({ input: { body: { email: newEmail() } } }),
    forgotPassword: () => ({ input: { body: { email: newEmail() } } }),
    resetPassword: () => ({
      input: { body: { email: newEmail(), code: wrongCode, password: testPassword } },
      answers: [422],
    }),
    newPassword: () => ({ input: { body: { password: testPassword } }, answers: [409] }),
    sendSignInCode: () => ({ input: {}, answers: [200, 409] }),
    confirmSignIn: () => ({ input: { body: { method: 'totp', code: wrongCode } }, answers: [409, 422] }),
    token: nothing,
    signOut: () => ({ input: {}, endsSession: true }),
    signOutEverywhere: () => ({ input: {}, endsSession: true }),
    user: nothing,
    sendContactCode: () => ({ input: {}, answers: [409] }),
    verifyContact: () => ({ input: { body: { code: wrongCode } }, answers: [409] }),
    cancelContact: nothing,
    setUpTwoFactor: () => ({ input: { body: { password: testPassword } } }),
    confirmTwoFactor: () => ({ input: { body: { code: wrongCode } }, answers: [409, 422] }),
    disableTwoFactor: () => ({ input: { body: bothFactors }, answers: [409] }),
    renewRecoveryCodes: () => ({ input: { body: bothFactors }, answers: [409] }),
    jwks: nothing,
  },
  users: {
    roles: nothing,
    list: () => ({ input: { query: { stringValue: 'ma', limit: 5 } } }),
    get: (_, { user }) => ({ input: { params: { id: user.id } } }),
    create: () => ({ input: { body: userForm(), headers: { 'idempotency-key': randomUUID() } } }),
    update: (_, { user }) => ({
      input: { params: { id: user.id }, body: profileForm(user.email) },
      body: ProfileUpdate,
    }),
    remove: async (world, { companyId }) => ({ input: { body: [await world.makeVictim(companyId)] } }),
    sapId: nothing,
  },
  company: {
    get: nothing,
    update: (_, { user, companyId }) => ({
      input: { body: companyForm(companyId === user.companyId ? user.email : null) },
    }),
    putLogo: () => ({ input: { body: new Blob([smallPng]) } }),
    removeLogo: nothing,
  },
  notifications: {
    get: nothing,
    update: () => ({ input: { body: notificationForm() } }),
  },
  companies: {
    list: nothing,
    approve: ({ own }) => ({ input: { params: { id: own.id } } }),
  },
  audit: {
    list: () => ({ input: { query: { entity: 'user', search: 'ma', before: '999999999', limit: 5 } } }),
  },
  files: {
    get: ({ own }, { companyId }) => ({
      input: { params: { key: own.fileKey } },
      ...(companyId === own.id ? {} : { answers: [404] }),
    }),
  },
  pageViews: {
    create: () => ({ input: { body: { path: '/users' } } }),
  },
};

/** The valid call of an endpoint by its place in the contract. */
export async function getValidCall(key: string, world: SweepWorld, caller: SweepCaller): Promise<ValidCall> {
  const [area = '', name = ''] = key.split('.');
  const calls = validCalls as unknown as Record<string, Record<string, MakeCall<unknown>>>;
  const makeCall = calls[area]?.[name];
  if (!makeCall) throw new Error(`No valid call is written down for ${key}.`);
  return makeCall(world, caller);
}

const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const signUpForm = () => ({
  email: newEmail(),
  firstName: 'Liis',
  lastName: 'Lepp',
  company: 'Lepp OÜ',
  password: testPassword,
  termsConditions: true as const,
  dataProcessing: true as const,
});

const userForm = () => ({
  firstName: 'Jaan',
  lastName: 'Tamm',
  email: newEmail(),
  company: 'Acme',
  sapId: 'JTAMM',
  roles: ['User' as const],
});

const profileForm = (email: string) => ({
  firstName: 'Mari',
  lastName: 'Kask',
  email,
  company: 'Acme',
  sapId: 'MKASK',
});

const companyForm = (contact: string | null) => ({
  companyName: 'Acme Manufacturing',
  vatNumber: 'EE100000001',
  country: 'Estonia',
  address_1: 'Pärnu mnt 1',
  address_2: 'II floor',
  region: 'Harju',
  city: 'Tallinn',
  zip: '10148',
  primaryContact: contact,
  secondaryContact: contact,
});

const notificationForm = () => ({
  updates: { announcements: true, maintenance: false, newSkills: true },
  limits: { accountLimit: true, budgetWarning: false, spendingDigest: true },
});
