import { randomUUID } from 'node:crypto';

type Values = Record<string, unknown>;

/** Body that the form of an AI service sends. */
export const assistantForm = (values: Values = {}) => ({
  provider: 'IBM',
  service: 'assistant',
  uniqueId: randomUUID(),
  status: true,
  name: 'Stew',
  url: 'https://api.eu-de.assistant.watson.cloud.ibm.com',
  username: 'apikey',
  password: 'Typed-once-9',
  workspaceId: randomUUID(),
  ...values,
});

/** Body that the form of any other system sends. */
export const sapForm = (values: Values = {}) => ({
  provider: 'SAP',
  service: 'erp',
  uniqueId: randomUUID(),
  status: true,
  serviceName: 'SAP production',
  hostname: 'gateway.acme.example',
  port: 44_300,
  client: '100',
  username: 'STEWARD',
  password: 'Typed-once-8',
  ...values,
});
