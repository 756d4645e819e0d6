interface ExampleFacts {
  readonly secret: string;
  /** Base URL of the intake API without a trailing slash; may be relative to `origin`. */
  readonly apiUrl: string;
  readonly origin: string;
  readonly now: Date;
}

/** A shell command that reports one completed conversation. */
export function toCurlExample({ secret, now, ...address }: ExampleFacts): string {
  const conversation = {
    id: `example-${now.getTime()}`,
    date: now.toISOString(),
    skill: 'Example',
    status: 'Completed',
  };
  return [
    `curl ${toApiAddress(address)}/intake/conversations \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ conversations: [conversation] })}'`,
  ].join('\n');
}

/** A shell command that lists the integrations that the assistant may use. */
export function toIntegrationsExample({ secret, ...address }: Omit<ExampleFacts, 'now'>): string {
  return [`curl ${toApiAddress(address)}/intake/integrations \\`, `  -H 'Authorization: Bearer ${secret}'`].join('\n');
}

/**
 * Environment variables for an assistant with an OpenTelemetry SDK. The SDK percent-encodes header values and sends the
 * text of messages only with a setting.
 */
export function toTelemetryExample({ secret, ...address }: Omit<ExampleFacts, 'now'>): string {
  return [
    `OTEL_EXPORTER_OTLP_ENDPOINT=${toApiAddress(address)}/otlp`,
    'OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    'OTEL_EXPORTER_OTLP_COMPRESSION=gzip',
    `OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20${secret}`,
    'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true',
  ].join('\n');
}

function toApiAddress({ apiUrl, origin }: Pick<ExampleFacts, 'apiUrl' | 'origin'>): string {
  return new URL(apiUrl, origin).href.replace(/\/$/, '');
}
