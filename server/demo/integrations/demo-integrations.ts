import type { FieldName } from '#features/integrations/contract/vendor-facts.ts';
import { findService, getVendor, type VendorKey } from '#features/integrations/contract/vendors.ts';

/** An integration of the demo with plain-text credentials. */
export interface DemoIntegration {
  readonly companyName: string;
  readonly uniqueId: string;
  readonly vendor: VendorKey;
  readonly service: string;
  readonly status: boolean;
  /** Undefined for one that was never tested. */
  readonly health?: 'working' | 'degraded' | 'broken';
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
}

const watsonUrl = (service: string) => `https://api.eu-de.${service}.watson.cloud.ibm.com`;

export const demoIntegrations: readonly DemoIntegration[] = [
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'sap-production',
    vendor: 'SAP',
    service: 'erp',
    status: true,
    health: 'working',
    fields: {
      serviceName: 'SAP production',
      hostname: 'gateway.acme.example',
      port: '44300',
      client: '100',
      username: 'STEWARD_RFC',
      password: 'Demo-only-1',
    },
  },
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'sap-quality',
    vendor: 'SAP',
    service: 'erp',
    status: false,
    fields: {
      serviceName: 'SAP quality assurance',
      hostname: 'gateway-q.acme.example',
      port: '44310',
      client: '200',
      username: 'STEWARD_RFC',
      password: 'Demo-only-2',
    },
  },
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'watson-assistant',
    vendor: 'IBM',
    service: 'assistant',
    status: true,
    health: 'working',
    fields: {
      name: 'Stew in Estonian and English',
      url: watsonUrl('assistant'),
      username: 'apikey',
      password: 'demo-only-key-1',
      workspaceId: '4f3ad1a8-6b7e-4c6c-8f0e-2f8b4d1c9a10',
    },
  },
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'watson-nlu',
    vendor: 'IBM',
    service: 'nlu',
    status: true,
    health: 'degraded',
    fields: {
      name: 'What a question is about',
      url: watsonUrl('natural-language-understanding'),
      username: 'apikey',
      password: 'demo-only-key-2',
      classifierId: '9c1e1f0a-2d35-4b88-93f5-6a1c7e2b4d52',
    },
  },
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'watson-discovery',
    vendor: 'IBM',
    service: 'discovery',
    status: false,
    fields: {
      name: 'Handbooks and work instructions',
      url: watsonUrl('discovery'),
      username: 'apikey',
      password: 'demo-only-key-3',
      collectionId: 'b1d9c0f2-58a4-4e0c-a7c3-0d6f3e9b8a21',
      environmentId: 'd7a2e5c4-1f36-4b0a-8e9d-5c4b3a2f1e60',
    },
  },
  {
    companyName: 'Acme Manufacturing',
    uniqueId: 'language-models',
    vendor: 'OpenAI',
    service: 'openai',
    status: true,
    health: 'broken',
    fields: {
      name: 'Language models in the data centre',
      url: 'https://models.acme.example/v1',
      password: 'demo-only-key-4',
    },
  },
  {
    companyName: 'Globex Logistics',
    uniqueId: 'tms',
    vendor: 'SAP',
    service: 'erp',
    status: true,
    health: 'working',
    fields: {
      serviceName: 'SAP transport management',
      hostname: 'tm.globex.example',
      port: '443',
      client: '300',
      username: 'STEWARD',
      password: 'Demo-only-4',
    },
  },
];

/** Category, service and name in the list. */
export function describeIntegration({ vendor, service, fields }: DemoIntegration) {
  const known = findService(getVendor(vendor), service);
  if (!known) throw new Error(`the demo names an unknown service ${service}`);
  const serviceName = fields.serviceName ?? known.label;
  return { category: known.category, serviceName, name: fields.name ?? serviceName };
}
