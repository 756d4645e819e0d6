import type { AuthorizeForm, CommitForm } from './authorize.ts';

/** Example of the OpenAPI document, which the sweeps send. */
export const authorizeExample: AuthorizeForm = {
  skill: 'Leave requests',
  user: { id: 'u-7', email: 'mari.maasikas@acme.example' },
  requestId: 'run-4711',
};

export const commitExample: CommitForm = { conversation: 'conversation-4711' };
