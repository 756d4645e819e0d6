import type { Health } from '#features/integrations/contract/health.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';

/** The answers that every page of a signed-in SuperAdmin needs. */
export const session = { createToken: makeToken, getUser: makeCurrentUser({ roles: ['SuperAdmin'] }) };

const untested: Health = {
  state: 'neverTested',
  lastSuccessAt: null,
  failingSince: null,
  failedStep: null,
  failure: null,
};

export const assistant: Integration = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  name: 'Helpdesk assistant',
  provider: 'IBM',
  service: 'assistant',
  serviceName: 'Watson Assistant',
  status: true,
  uniqueId: 'HELPDESK-1',
  category: 'TP',
  url: 'https://api.watson.example/assistant',
  username: 'apikey',
  workspaceId: 'workspace-7',
  hasPassword: true,
  lastTest: null,
  health: untested,
  version: 3,
};

export const erp: Integration = {
  id: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
  name: 'Finance (North)',
  provider: 'SAP',
  service: 'erp',
  serviceName: 'Finance (North)',
  status: false,
  uniqueId: 'SAP-N',
  category: 'ERP',
  hostname: 'erp.acme.example',
  port: 8443,
  client: '100',
  username: 'STEW',
  hasPassword: true,
  lastTest: { at: '2026-11-03T08:15:00.000Z', ok: false },
  health: {
    state: 'broken',
    lastSuccessAt: '2026-11-02T07:15:00.000Z',
    failingSince: '2026-11-02T08:15:00.000Z',
    failedStep: 'reach',
    failure: 'The address could not be reached.',
  },
  version: 5,
};

export const slack: Integration = {
  ...erp,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  name: 'All hands',
  provider: 'Slack',
  service: 'slack',
  serviceName: 'All hands',
  status: true,
  uniqueId: 'SLACK-1',
  category: 'CT',
  lastTest: { at: '2026-11-03T08:15:00.000Z', ok: true },
  health: { ...untested, state: 'working', lastSuccessAt: '2026-11-03T08:15:00.000Z' },
};

const credentials = new Set(['url', 'hostname', 'port', 'client', 'username', 'workspaceId']);

/** Leaves out confidential fields, as the server does for users who may not see them. */
export function hideCredentials(integration: Integration): Integration {
  const shown = Object.entries(integration).filter(([name]) => !credentials.has(name));
  return Object.fromEntries(shown) as Integration;
}
