import type { AuthorizeForm, CommitForm } from './authorize.ts';

/** What an assistant asks, as the API's document shows it; the sweeps send it for real. */
export const authorizeExample: AuthorizeForm = {
  skill: 'Leave requests',
  user: { id: 'u-7', email: 'mari.maasikas@acme.example' },
  requestId: 'run-4711',
};

export const commitExample: CommitForm = { conversation: 'conversation-4711' };
