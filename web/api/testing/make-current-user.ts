import { getCapabilities } from '#contract/capabilities.ts';
import type { RoleRights } from '#features/people/contract/role-rights.ts';
import type { CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import { mapOptionalFields } from '#features/people/contract/user-fields.ts';

export type MadeUser = Partial<CurrentUser> & { rights?: RoleRights; isProvider?: boolean };

/** A signed-in user without special roles; name only what a test is about. Capabilities follow from roles and `rights`. */
export function makeCurrentUser(different: MadeUser = {}): CurrentUser {
  const { roles = ['User'], isProvider = false, rights = {}, ...others } = different;
  return {
    id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
    accountId: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
    companyId: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
    companyName: 'Acme Manufacturing',
    company: 'Acme',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@acme.example',
    roles,
    capabilities: getCapabilities({ roles, isProvider, rights }),
    ...mapOptionalFields(() => null),
    version: 1,
    timeZone: 'Europe/Tallinn',
    companyLogo: null,
    suspension: null,
    homeCompanyName: null,
    hasTwoFactor: false,
    pendingEmail: null,
    isSingleSignOnDemanded: false,
    isPoolSession: false,
    isPasswordClosed: false,
    companies: [],
    ...others,
  };
}

/** A token that is good for five minutes, made anew for each call. */
export function makeToken() {
  return { token: 'token', expiresAt: new Date(Date.now() + 300_000).toISOString() };
}
