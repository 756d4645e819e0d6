interface ExampleFacts {
  readonly secret: string;
  /** Of the API that takes the reports, without a trailing slash; may be relative to `origin`. */
  readonly apiUrl: string;
  readonly origin: string;
  readonly now: Date;
}

/** Ready to be pasted into a shell: one conversation that is over. */
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

/**
 * For an assistant that is instrumented with an OpenTelemetry SDK. Header values are percent-encoded there, and the
 * text of messages is only sent by those who ask for it.
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
