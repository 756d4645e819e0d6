/** Columns that an export leaves out, by table, and why. */
const secret = 'Secret: it would let its reader act as the company or its assistant.';
const technical = 'A copy of answers of the portal, which may contain secrets; deleted after a week.';

export const withheldColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'public.idempotency_keys': { request_hash: technical, answer: technical },
  'public.integrations': { password: secret },
  'public.intake_keys': { secret_hash: secret, previous_hash: secret, former_hashes: secret },
  'public.sign_in_providers': { client_secret: secret },
  'public.skill_requests': { token_hash: secret },
};

/** Further data of a company's users that its export leaves out. */
export const notIncluded = [
  {
    what: 'Accounts: passwords, two-factor authentication, recovery codes, sessions and codes of sign-ins',
    reason: 'Secret, and the property of the person, who may belong to several companies.',
  },
  { what: 'The keys that seal the audit log', reason: 'Secret: who has them can forge entries.' },
  { what: 'Earlier exports', reason: 'Copies of the same data.' },
];
