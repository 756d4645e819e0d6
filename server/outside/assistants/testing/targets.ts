import type { ConnectionTarget } from '../assistants.ts';
import { known } from './documented-answers.ts';

/** The name under which the tests know a stand-in; it is looked up by the test's own resolver. */
export const standInHost = 'gateway.stand-in.example';

const watson = (service: string, identifiers: ConnectionTarget['identifiers']) => (port: number) => ({
  vendor: 'IBM' as const,
  service,
  url: `https://${standInHost}:${port}/instances/1`,
  username: 'apikey',
  password: known.apiKey,
  identifiers,
});

const system = (vendor: ConnectionTarget['vendor'], service: string) => (port: number) => ({
  vendor,
  service,
  hostname: standInHost,
  port,
  username: known.username,
  password: known.password,
  identifiers: {},
});

const { workspaceId, classifierId, collectionId, environmentId, modelId } = known;

/** The five services of Watson, with everything as the stand-in knows it. */
export const watsonTargets: Readonly<Record<string, (port: number) => ConnectionTarget>> = {
  assistant: watson('assistant', { workspaceId }),
  nlc: watson('nlc', { classifierId }),
  nlu: watson('nlu', { classifierId }),
  discovery: watson('discovery', { collectionId, environmentId }),
  wks: watson('wks', { modelId }),
};

export const systemTargets: Readonly<Record<string, (port: number) => ConnectionTarget>> = {
  sap: (port) => ({ ...system('SAP', 'erp')(port), client: known.client }),
  salesforce: system('Salesforce', 'crm'),
  provider: system('provider', 'gateway'),
};
