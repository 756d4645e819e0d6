import { aiVendors, type AiVendorKey } from './ai-vendors.ts';
import type { Category, IdentifierField, VendorFacts, VendorService } from './vendor-facts.ts';

/**
 * The vendors that the portal connects to. Filters, catalogue, forms and connection tests derive from this table
 * (sections 2.4, 3, 5 and 9). Without schemas, so that pages load it without zod.
 */

/** `provider` stands for the provider of the portal, whose name is a setting. */
export type VendorKey =
  | 'SAP'
  | 'IBM'
  | 'provider'
  | 'Google'
  | 'Microsoft'
  | 'Slack'
  | 'Oracle'
  | 'Salesforce'
  | AiVendorKey;

export interface Vendor extends VendorFacts {
  readonly key: VendorKey;
}

const systemFields = ['serviceName', 'hostname', 'port', 'username', 'password'] as const;
const system = (key: string, label: string, category: Category): VendorService => ({
  key,
  label,
  purpose: `Connects to ${label} with a username and password.`,
  category,
  form: 'system',
  fields: systemFields,
});
const watson = (
  key: string,
  label: string,
  purpose: string,
  identifiers: readonly IdentifierField[],
): VendorService => ({
  key,
  label,
  purpose,
  category: 'TP',
  form: 'ai',
  fields: ['name', 'url', 'username', 'password', ...identifiers],
  // WKS needs no username (section 5).
  ...(key === 'wks' && { optional: ['username'] }),
});

export const vendors: readonly Vendor[] = [
  {
    key: 'SAP',
    slug: 'sap',
    label: 'SAP',
    categories: ['ERP', 'CRM'],
    isFilterOption: true,
    services: [
      {
        key: 'erp',
        label: 'SAP ERP',
        purpose: 'Connects to an SAP NetWeaver or S/4HANA gateway.',
        category: 'ERP',
        form: 'system',
        fields: ['serviceName', 'hostname', 'port', 'client', 'username', 'password'],
        optional: ['client'],
      },
    ],
  },
  {
    key: 'IBM',
    slug: 'ibm',
    label: 'IBM Watson',
    categories: ['TP'],
    isFilterOption: true,
    services: [
      watson('assistant', 'Watson Assistant', 'Conversation: intents, entities and dialogue of a workspace.', [
        'workspaceId',
      ]),
      watson('nlc', 'NLC', 'Natural Language Classifier: sorts short texts into trained classes.', ['classifierId']),
      watson('nlu', 'NLU', 'Natural Language Understanding: analyses texts with your own model.', ['classifierId']),
      watson('discovery', 'Discovery', 'Answers questions from your document collections.', [
        'collectionId',
        'environmentId',
      ]),
      watson('wks', 'WKS', 'Watson Knowledge Studio: a model trained on your domain’s terms.', ['modelId']),
    ],
  },
  {
    key: 'provider',
    slug: 'provider',
    label: '',
    categories: [],
    isFilterOption: true,
    services: [system('gateway', 'Gateway', 'TP')],
  },
  {
    key: 'Google',
    slug: 'google',
    label: 'Google',
    categories: ['TP'],
    isFilterOption: true,
    services: [system('cloud', 'Google Cloud', 'TP')],
  },
  {
    key: 'Microsoft',
    slug: 'microsoft',
    label: 'Microsoft',
    categories: ['ERP', 'CRM'],
    isFilterOption: true,
    services: [system('dynamics', 'Microsoft Dynamics', 'ERP'), system('teams', 'Microsoft Teams', 'ERP')],
  },
  {
    key: 'Slack',
    slug: 'slack',
    label: 'Slack',
    categories: ['CT'],
    isFilterOption: true,
    services: [system('slack', 'Slack', 'CT')],
  },
  {
    key: 'Oracle',
    slug: 'oracle',
    label: 'Oracle',
    categories: ['ERP', 'CRM'],
    isFilterOption: true,
    services: [system('database', 'Oracle Database', 'ERP'), system('erp', 'Oracle ERP', 'ERP')],
  },
  {
    key: 'Salesforce',
    slug: 'salesforce',
    label: 'Salesforce',
    categories: ['CRM'],
    isFilterOption: false,
    services: [system('crm', 'Salesforce', 'CRM')],
  },
  ...aiVendors,
];

interface CatalogueEntry {
  readonly vendor: VendorKey;
  /** The service that is added; without it the vendor has a page of its own with all its services. */
  readonly service?: string;
  readonly label: string;
}

/** The catalogue of section 2.4: what can be added, then what is greyed and coming soon. */
export const catalogue: Readonly<Record<'available' | 'comingSoon', readonly CatalogueEntry[]>> = {
  available: [
    { vendor: 'SAP', service: 'erp', label: 'SAP ERP' },
    { vendor: 'IBM', label: 'IBM Watson' },
    ...aiVendors.map(({ key, slug, label }) => ({ vendor: key, service: slug, label })),
  ],
  comingSoon: [
    { vendor: 'Oracle', label: 'Oracle ERP' },
    { vendor: 'Salesforce', label: 'Salesforce' },
    { vendor: 'Slack', label: 'Slack' },
    { vendor: 'Microsoft', label: 'Microsoft Teams' },
    { vendor: 'Microsoft', label: 'Microsoft Dynamics' },
    { vendor: 'Google', label: 'Google Cloud' },
  ],
};

const byKey = new Map(vendors.map((vendor) => [vendor.key, vendor]));

export function getVendor(key: VendorKey): Vendor {
  const vendor = byKey.get(key);
  if (!vendor) throw new Error(`there is no vendor ${key}`);
  return vendor;
}

/** The value of a vendor in the API: its key, or the name of the provider. */
export function toProviderName(key: VendorKey, brandProvider: string): string {
  return key === 'provider' ? brandProvider : key;
}

/** The vendor of a value of the API; undefined for an unknown value. */
export function findVendorByName(name: string, brandProvider: string): Vendor | undefined {
  if (name === brandProvider) return getVendor('provider');
  return vendors.find(({ key }) => key !== 'provider' && key === name);
}

export function findVendorBySlug(slug: string): Vendor | undefined {
  return vendors.find((vendor) => vendor.slug === slug);
}

export function findService(vendor: Vendor, key: string): VendorService | undefined {
  return vendor.services.find((service) => service.key === key);
}

/** The displayed name of a vendor. */
export function getVendorLabel({ key, label }: Vendor, brandProvider: string): string {
  return key === 'provider' ? brandProvider : label;
}
