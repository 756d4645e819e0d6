import type { VendorKey } from './vendors.ts';

/**
 * The mark of each vendor in the catalogue: a line drawing of what it does on a grid of 20 units, as the path of an SVG. These are
 * drawings of the portal and no logos, whose use the vendors' terms limit.
 */
export const vendorMarks: Readonly<Record<VendorKey, string>> = {
  // Layers of a ledger.
  SAP: 'm10 3 7 3.5-7 3.5-7-3.5L10 3ZM3 10l7 3.5L17 10M3 13.5l7 3.5 7-3.5',
  // A dialogue that waits for an answer.
  IBM: 'M3 4h14v9.5h-6L7 17v-3.5H3V4ZM6.5 8.75h.01M10 8.75h.01M13.5 8.75h.01',
  // A gate.
  provider: 'M3.5 17V9a6.5 6.5 0 0 1 13 0v8M7.5 17v-5h5v5M2 17h16',
  // Two servers.
  Google: 'M3.5 4h13v5h-13V4ZM3.5 11h13v5h-13v-5ZM6.5 6.5h.01M6.5 13.5h.01M10 6.5h3.5M10 13.5h3.5',
  // A window with its parts.
  Microsoft: 'M3 4h14v12H3V4ZM3 7.5h14M7.5 7.5V16',
  // Two voices.
  Slack: 'M3 3.5h9v6H6.5L4 11.5v-2H3v-6ZM14.5 8H17v6.5h-1v2.5l-2.5-2.5H9V12',
  // A database.
  Oracle:
    'M3.5 5c0-1.1 2.9-2 6.5-2s6.5.9 6.5 2-2.9 2-6.5 2-6.5-.9-6.5-2Zm0 0v10c0 1.1 2.9 2 6.5 2s6.5-.9 6.5-2V5M3.5 10c0 1.1 2.9 2 6.5 2s6.5-.9 6.5-2',
  // The card of a customer.
  Salesforce:
    'M2.5 4.5h15v11h-15v-11ZM7 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM4.5 13c.3-1.5 1.2-2.2 2.5-2.2s2.2.7 2.5 2.2M12 8h3M12 11h3',
  // An interface for programs.
  OpenAI: 'm6.5 5-4 5 4 5M13.5 5l4 5-4 5M11.5 4l-3 12',
  // A page that is written.
  Anthropic: 'M3.5 5h13M3.5 9h13M3.5 13h6.5M13 17l.7-2.7 3-3 2 2-3 3L13 17Z',
  // A cloud with a model of its own.
  AzureOpenAI:
    'M6 15.5h8.5a3.2 3.2 0 0 0 .4-6.4A5 5 0 0 0 5.3 8.3 3.6 3.6 0 0 0 6 15.5ZM10 12.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  // Rock in layers.
  Bedrock: 'm2.5 10 4-6 3.5 4 2.5-2.5L17.5 10M2.5 13h15M2.5 16.5h15',
  // Corners and edges.
  Vertex: 'm10 4.5-6 11m6-11 6 11m-12 0h12M10 4.5h.01M4 15.5h.01M16 15.5h.01M7 10h6',
  // A conversation that branches.
  Rasa: 'M2.5 10h4.5m0 0 4-5h6.5M7 10h10.5M7 10l4 5h6.5',
};
