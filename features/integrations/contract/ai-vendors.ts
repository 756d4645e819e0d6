import type { VendorFacts, VendorService } from './vendor-facts.ts';

/** An AI service that is a vendor of its own; its key stands in the API. */
const aiVendor = <const Key extends string>(
  key: Key,
  slug: string,
  label: string,
  service: Pick<VendorService, 'purpose' | 'fields' | 'optional' | 'labels' | 'initial'>,
): VendorFacts & { readonly key: Key } => ({
  key,
  slug,
  label,
  categories: ['TP'],
  // The filter offers the vendors of the specification (section 9); the search finds the others by name.
  isFilterOption: false,
  services: [{ key: slug, label, category: 'TP', form: 'ai', ...service }],
});

/** AI services, each a vendor of its own, in the order of the catalogue, which follows. */
export const aiVendors = [
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
] as const;

export type AiVendorKey = (typeof aiVendors)[number]['key'];
