import type * as z from 'zod';
import { exampleSkill } from '#features/intake/contract/example-skill.ts';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';

interface ExampleFacts {
  readonly secret: string;
  /** Base URL of the intake API without a trailing slash; may be relative to `origin`. */
  readonly apiUrl: string;
  readonly origin: string;
  readonly now: Date;
}

type AddressFacts = Omit<ExampleFacts, 'now'>;

/** A shell command that reports one completed conversation, worth reading and not billed. */
export function toCurlExample({ secret, now, ...address }: ExampleFacts): string {
  return [
    `curl ${toApiAddress(address)}/intake/conversations \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ conversations: [makeExample(now)] })}'`,
  ].join('\n');
}

/** Two questions of one user with their answers, a table among them, and a rating; without an apostrophe, which ends the shell's text. */
function makeExample(now: Date): z.input<typeof IntakeConversation> {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const message = (place: number, isAssistant: boolean, data: NonNullable<ExampleMessages>[number]['data']) => ({
    id: `message-${place}`,
    date: at((place - 4) * 10),
    isAssistant,
    data,
  });
  return {
    id: toExampleId(now),
    date: at(-30),
    skill: exampleSkill,
    status: 'Completed',
    user: { id: 'example-user', firstName: 'Example', lastName: 'User' },
    messages: [
      message(1, false, [{ type: 'text', value: 'How many days of leave do I have left?' }]),
      message(2, true, [
        { type: 'text', value: 'You have <b>12 days</b> left this year.' },
        {
          type: 'table',
          legend: { year: 'Year', left: 'Days left' },
          sourceData: [
            { year: now.getUTCFullYear(), left: 12 },
            { year: now.getUTCFullYear() + 1, left: 28 },
          ],
        },
      ]),
      message(3, false, [{ type: 'text', value: 'Please book Friday.' }]),
      {
        ...message(4, true, [{ type: 'text', value: 'Friday is booked. Your manager has been informed.' }]),
        rating: { date: at(0), value: 'positive' },
      },
    ],
    requests: [],
  };
}

/** The assistant's own id of the example that was offered at this moment. */
export const toExampleId = (now: Date) => `example-${now.getTime()}`;

type ExampleMessages = z.input<typeof IntakeConversation>['messages'];

/** A shell command that lists the integrations that the assistant may use. */
export function toIntegrationsExample({ secret, ...address }: AddressFacts): string {
  return [`curl ${toApiAddress(address)}/intake/integrations \\`, `  -H 'Authorization: Bearer ${secret}'`].join('\n');
}

/**
 * Environment variables for an assistant with an OpenTelemetry SDK. The SDK percent-encodes header values and sends the
 * text of messages only with a setting.
 */
export function toTelemetryExample({ secret, ...address }: AddressFacts): string {
  return [
    `OTEL_EXPORTER_OTLP_ENDPOINT=${toApiAddress(address)}/otlp`,
    'OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    'OTEL_EXPORTER_OTLP_COMPRESSION=gzip',
    `OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20${secret}`,
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
  ].join('\n');
}

/** Environment variables for a client of Langfuse, which wants a public key too and sends it along. */
export function toLangfuseExample({ secret, ...address }: AddressFacts): string {
  return [
    `LANGFUSE_BASE_URL=${new URL(toApiAddress(address)).origin}`,
    `LANGFUSE_SECRET_KEY=${secret}`,
    'LANGFUSE_PUBLIC_KEY=assistant',
  ].join('\n');
}

function toApiAddress({ apiUrl, origin }: Pick<ExampleFacts, 'apiUrl' | 'origin'>): string {
  return new URL(apiUrl, origin).href.replace(/\/$/, '');
}

/** The steps that connect one kind of assistant. */
export interface Guide {
  readonly name: string;
  readonly intro: string;
  /** To be copied; empty for an assistant that sends nothing, whose transcripts are imported as files. */
  readonly toTexts: (facts: ExampleFacts) => readonly { readonly label: string; readonly text: string }[];
  /** Whether its texts send the example, which can be removed when it was read. */
  readonly hasExample?: true;
}

const importing = (name: string, files: string): Guide => ({
  name,
  intro: `${name} sends nothing by itself. Import ${files}; the key is not needed for it.`,
  toTexts: () => [],
});

/** Every kind of assistant that the page of a new key asks for, the commonest first (docs/connect-an-assistant.md). */
export const guides: readonly Guide[] = [
  {
    name: 'OpenTelemetry',
    intro: 'Set these in the environment of the assistant. Agent frameworks report by them as they are.',
    toTexts: (facts) => [{ label: 'Settings for OpenTelemetry', text: toTelemetryExample(facts) }],
  },
  {
    name: 'Langfuse client',
    intro: 'Keep the client, and give it this address and key. Name sessionId and userId with each trace.',
    toTexts: (facts) => [{ label: 'Settings for the Langfuse client', text: toLangfuseExample(facts) }],
  },
  {
    name: 'Own program',
    intro: 'Report conversations by HTTP. The first command sends an example, which is not billed and can be removed.',
    hasExample: true,
    toTexts: (facts) => [
      { label: 'Test from the command line', text: toCurlExample(facts) },
      { label: 'List your integrations', text: toIntegrationsExample(facts) },
    ],
  },
  importing('Copilot Studio', 'rows of its table conversationtranscript, or the CSV of its sessions'),
  importing('Dialogflow', 'its entries of Cloud Logging, or its rows of BigQuery'),
  importing('watsonx Assistant', 'the answers of its API for logs'),
  {
    name: 'File of another product',
    intro: 'Import a CSV, workbook or JSON file of conversations; the key is not needed for it.',
    toTexts: () => [],
  },
];
