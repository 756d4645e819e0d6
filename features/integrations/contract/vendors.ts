/**
 * The vendors that the portal connects to. Filters, catalogue, forms and connection tests derive from this table
 * (sections 2.4, 3, 5 and 9). Without schemas, so that pages load it without zod.
 */

export const categories = [
  { key: 'ERP', label: 'ERP' },
  { key: 'CRM', label: 'CRM' },
  { key: 'TP', label: 'Technology Provider' },
  { key: 'CT', label: 'Communication tools' },
] as const;
export type Category = (typeof categories)[number]['key'];

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
  | 'OpenAI'
  | 'Anthropic'
  | 'AzureOpenAI'
  | 'Bedrock'
  | 'Vertex'
  | 'Rasa';

/** Which of the two forms of section 5 a service has. */
export type FormKind = 'ai' | 'system';

export type CredentialField = 'url' | 'hostname' | 'port' | 'username' | 'password' | 'client';
export const identifierFields = [
  'workspaceId',
  'classifierId',
  'collectionId',
  'environmentId',
  'modelId',
  'region',
  'deployment',
  'apiVersion',
] as const;
export type IdentifierField = (typeof identifierFields)[number];
export type FieldName = 'name' | 'serviceName' | CredentialField | IdentifierField;

export interface VendorService {
  /** In the API and in addresses. */
  readonly key: string;
  readonly label: string;
  /** One sentence for the catalogue. */
  readonly purpose: string;
  readonly category: Category;
  readonly form: FormKind;
  /** In the order of the form. */
  readonly fields: readonly FieldName[];
  /** Fields that may be left empty. */
  readonly optional?: readonly FieldName[];
  /** Labels of fields that the service calls differently. */
  readonly labels?: Readonly<Partial<Record<FieldName, string>>>;
  /** Initial values of the form of a new integration. */
  readonly initial?: Readonly<Partial<Record<FieldName, string>>>;
}

export interface Vendor {
  readonly key: VendorKey;
  /** In addresses. */
  readonly slug: string;
  /** Empty for the provider. */
  readonly label: string;
  /** The category by which the filter finds the vendor (section 3). */
  readonly categories: readonly Category[];
  /** Whether the provider filter offers it (section 9). */
  readonly isFilterOption: boolean;
  readonly services: readonly VendorService[];
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

/** An AI service that is a vendor of its own. */
const aiVendor = (
  key: VendorKey,
  slug: string,
  label: string,
  service: Pick<VendorService, 'purpose' | 'fields' | 'optional' | 'labels' | 'initial'>,
): Vendor => ({
  key,
  slug,
  label,
  categories: ['TP'],
  // The filter offers the vendors of the specification (section 9); the search finds the others by name.
  isFilterOption: false,
  services: [{ key: slug, label, category: 'TP', form: 'ai', ...service }],
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
  aiVendor('OpenAI', 'openai', 'OpenAI-compatible', {
    purpose: 'OpenAI, or any service with the same API: a gateway, vLLM or Ollama.',
    fields: ['name', 'url', 'password'],
    labels: { url: 'Base URL', password: 'API key' },
    initial: { url: 'https://api.openai.com/v1' },
  }),
  aiVendor('Anthropic', 'anthropic', 'Anthropic', {
    purpose: 'Claude models through the Anthropic API.',
    fields: ['name', 'url', 'password'],
    labels: { url: 'Base URL', password: 'API key' },
    initial: { url: 'https://api.anthropic.com' },
  }),
  aiVendor('AzureOpenAI', 'azure-openai', 'Azure OpenAI', {
    purpose: 'A model that you have deployed in your Azure OpenAI resource.',
    fields: ['name', 'url', 'password', 'deployment', 'apiVersion'],
    labels: { url: 'Endpoint', password: 'API key' },
    initial: { apiVersion: '2024-10-21' },
  }),
  aiVendor('Bedrock', 'bedrock', 'Amazon Bedrock', {
    purpose: 'Models of your AWS account, in one region.',
    fields: ['name', 'username', 'password', 'region', 'url'],
    optional: ['url'],
    labels: { username: 'Access key ID', password: 'Secret access key', url: 'Endpoint of your own' },
  }),
  aiVendor('Vertex', 'vertex', 'Google Vertex AI', {
    purpose: 'Models of your Google Cloud project, through a service account.',
    fields: ['name', 'password', 'region', 'url'],
    optional: ['url'],
    labels: { password: 'Service account key (JSON)', url: 'Endpoint of your own' },
  }),
  aiVendor('Rasa', 'rasa', 'Rasa', {
    purpose: 'Your own Rasa server, through its HTTP API.',
    fields: ['name', 'url', 'password'],
    labels: { url: 'Base URL', password: 'Token' },
  }),
];

/** The catalogue of section 2.4: what can be added, then what is greyed and coming soon. */
export const catalogue = {
  /** `service` names what is added; without it the vendor has a page of its own with all its services. */
  available: [
    { vendor: 'SAP', service: 'erp', label: 'SAP ERP' },
    { vendor: 'IBM', label: 'IBM Watson' },
    { vendor: 'OpenAI', service: 'openai', label: 'OpenAI-compatible' },
    { vendor: 'Anthropic', service: 'anthropic', label: 'Anthropic' },
    { vendor: 'AzureOpenAI', service: 'azure-openai', label: 'Azure OpenAI' },
    { vendor: 'Bedrock', service: 'bedrock', label: 'Amazon Bedrock' },
    { vendor: 'Vertex', service: 'vertex', label: 'Google Vertex AI' },
    { vendor: 'Rasa', service: 'rasa', label: 'Rasa' },
  ],
  comingSoon: [
    { vendor: 'Oracle', label: 'Oracle ERP' },
    { vendor: 'Salesforce', label: 'Salesforce' },
    { vendor: 'Slack', label: 'Slack' },
    { vendor: 'Microsoft', label: 'Microsoft Teams' },
    { vendor: 'Microsoft', label: 'Microsoft Dynamics' },
    { vendor: 'Google', label: 'Google Cloud' },
  ],
} as const satisfies Record<string, readonly { vendor: VendorKey; service?: string; label: string }[]>;

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
