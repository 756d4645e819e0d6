import type { Said } from '#server/outside/identity/testing/scripted-issuer.ts';

export interface VendorClaims {
  readonly name: string;
  /** Makes the claims about a person with this address. */
  readonly make: (email: string) => Said;
  /** `trusted`: only where the word of the issuer is trusted. */
  readonly counts: 'always' | 'trusted' | 'never';
}

const directory = '72f988bf-86f1-41af-91ab-2d7cd011db47';
export const entra = {
  oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
  tid: directory,
  ver: '2.0',
  name: 'Ann Long',
  rh: '0.AS.',
};

/** Claims as the public documentation of each service shows them. */
export const vendors: readonly VendorClaims[] = [
  {
    counts: 'trusted',
    name: 'Entra v2, scope email',
    make: (email) => ({ claims: { ...entra, email, preferred_username: email } }),
  },
  {
    counts: 'trusted',
    name: 'Entra v2, user name alone',
    make: (email) => ({ claims: { ...entra, preferred_username: email } }),
  },
  { counts: 'always', name: 'Entra v2, xms_edov', make: (email) => ({ claims: { ...entra, email, xms_edov: true } }) },
  {
    counts: 'always',
    name: 'Entra v2, xms_edov as a number',
    make: (email) => ({ claims: { ...entra, email, xms_edov: 1 } }),
  },
  {
    counts: 'always',
    name: 'Entra v2, xms_edov as a text',
    make: (email) => ({ claims: { ...entra, email, xms_edov: '1' } }),
  },
  {
    counts: 'never',
    name: 'Entra v2, no xms_edov',
    make: (email) => ({ claims: { ...entra, email, xms_edov: false } }),
  },
  {
    counts: 'always',
    name: 'Entra v2, verified_primary_email',
    make: (email) => ({ claims: { ...entra, verified_primary_email: [email], preferred_username: 'ann' } }),
  },
  {
    counts: 'trusted',
    name: 'Entra v1, upn and unique_name',
    make: (email) => ({ claims: { tid: directory, ver: '1.0', upn: email, unique_name: email, family_name: 'Long' } }),
  },
  {
    counts: 'trusted',
    name: 'Entra, address by user info alone',
    make: (email) => ({ claims: { ...entra, preferred_username: 'ann' }, userInfo: { name: 'Ann', email } }),
  },
  {
    counts: 'never',
    name: 'Entra, a guest of another directory',
    make: (email) => ({
      claims: { ...entra, email, idp: 'https://sts.windows.net/9122040d-6c67-4c5b-b112-36a304b66dad/' },
    }),
  },
  { counts: 'never', name: 'Entra, a guest by acct', make: (email) => ({ claims: { ...entra, email, acct: 1 } }) },
  {
    counts: 'trusted',
    name: 'Entra, a person of the own directory by idp',
    make: (email) => ({ claims: { ...entra, email, idp: `https://sts.windows.net/${directory}/` } }),
  },
  {
    counts: 'never',
    name: 'Entra, a personal account',
    make: (email) => ({ claims: { ...entra, tid: '9188040d-6c67-4c5b-b112-36a304b66dad', email } }),
  },
  {
    counts: 'trusted',
    name: 'Azure AD B2C',
    make: (email) => ({ claims: { emails: [email], tfp: 'B2C_1_signin', ver: '1.0' } }),
  },
  {
    counts: 'trusted',
    name: 'ADFS, upn',
    make: (email) => ({ claims: { upn: email, unique_name: 'ACME\\ann', apptype: 'Confidential' } }),
  },
  {
    counts: 'trusted',
    name: 'ADFS, the long name of the claim',
    make: (email) => ({ claims: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': email } }),
  },
  { counts: 'trusted', name: 'ADFS, unique_name', make: (email) => ({ claims: { unique_name: email } }) },
  {
    counts: 'always',
    name: 'Okta, a thin token',
    make: (email) => ({
      claims: { idp: '00ok1u7AsAkrwdZL3z0g3', amr: ['pwd'], preferred_username: email },
      userInfo: { email, email_verified: true, locale: 'en-US', zoneinfo: 'America/Los_Angeles' },
    }),
  },
  {
    counts: 'always',
    name: 'Google',
    make: (email) => ({ claims: { email, email_verified: true, hd: 'acme.example', azp: 'a' } }),
  },
  {
    counts: 'always',
    name: 'Keycloak, verified',
    make: (email) => ({ claims: { email, email_verified: true, preferred_username: 'ann', typ: 'ID', acr: '1' } }),
  },
  { counts: 'never', name: 'Keycloak, not verified', make: (email) => ({ claims: { email, email_verified: false } }) },
  {
    counts: 'never',
    name: 'Keycloak, not verified by user info',
    make: (email) => ({ claims: { email }, userInfo: { email, email_verified: false } }),
  },
  {
    counts: 'always',
    name: 'Auth0',
    make: (email) => ({
      claims: { nickname: 'ann', picture: 'https://s.gravatar.com/a.png', email, email_verified: true },
    }),
  },
  { counts: 'always', name: 'Apple, as a text', make: (email) => ({ claims: { email, email_verified: 'true' } }) },
  { counts: 'never', name: 'a text that denies', make: (email) => ({ claims: { email, email_verified: 'False' } }) },
  { counts: 'never', name: 'a number that denies', make: (email) => ({ claims: { email, email_verified: 0 } }) },
  {
    counts: 'never',
    name: 'a word that is neither',
    make: (email) => ({ claims: { email, email_verified: 'pending' } }),
  },
  { counts: 'trusted', name: 'null', make: (email) => ({ claims: { email, email_verified: null } }) },
  {
    counts: 'never',
    name: 'another spelling of the name',
    make: (email) => ({ claims: { email, verified_email: false } }),
  },
  {
    counts: 'trusted',
    name: 'blanks and capitals',
    make: (email) => ({ claims: { email: ` ${email.toUpperCase()} ` } }),
  },
  {
    counts: 'never',
    name: 'a user name and no address',
    make: () => ({ claims: { preferred_username: 'ann', email: 'ann' } }),
  },
];
