/** Further data of a company's users that its export leaves out. */
export const notIncluded = [
  {
    what: 'Accounts: passwords, two-factor authentication, recovery codes, sessions and codes of sign-ins',
    reason: 'Secret, and the property of the person, who may belong to several companies.',
  },
  { what: 'The keys that seal the audit log', reason: 'Secret: who has them can forge entries.' },
  { what: 'Notes of the provider about the company', reason: 'Of the bookkeeping of the provider.' },
  { what: 'Earlier exports', reason: 'Copies of the same data.' },
];
