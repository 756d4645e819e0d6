/** The problems of the intake and of imports, as `problems.ts` lists them. */
export const intakeProblems = {
  'intake.key-required': { status: 401, message: 'A valid intake key is required.' },
  'intake.otlp-type': { status: 415, message: 'Send application/x-protobuf or application/json.' },
  'intake.json-type': { status: 415, message: 'Send application/json.' },
  'intake.coding': { status: 415, message: 'Send the body uncompressed, or with Content-Encoding: gzip.' },
  'intake.otlp-address': {
    status: 404,
    message:
      'Send OpenTelemetry to /api/otlp/v1/traces and /api/otlp/v1/logs: OTEL_EXPORTER_OTLP_ENDPOINT has to end with /api/otlp.',
  },
  'intake.address': {
    status: 404,
    message: 'Send conversations to /api/intake/conversations, and images of messages to /api/intake/files.',
  },
  'intake.langfuse-version': {
    status: 410,
    message:
      'This version of the Langfuse SDK does not send OpenTelemetry. Use version 4 or later for JavaScript, 3 or later for Python, with the same base URL; or send conversations to /api/intake/conversations.',
  },
  'intake.busy': { status: 429, message: 'Too many batches are waiting. Please try again shortly.' },
  'intake.too-much': {
    status: 429,
    message: 'This intake key has sent too much in this minute. Please try again when it is over.',
  },
  'intake.key-limit': {
    status: 409,
    message: 'Your company has 50 active intake keys, the most it can have. Revoke one that you no longer use.',
  },
  'intake.key-name-taken': { status: 409, message: 'An intake key with this name already exists.' },
  'intake.key-revoked': { status: 409, message: 'This intake key has been revoked.' },
  'intake.attribute-known': { status: 409, message: 'This attribute is mapped already.' },
  'intake.attribute-limit': {
    status: 409,
    message: 'Your company maps 10 attributes, the most it can. Remove one that you no longer need.',
  },
  'intake.user-unknown': { status: 422, message: 'Unknown user.' },
  'intake.skill-unknown': { status: 422, message: 'Unknown skill.' },
  'intake.skill-priced': {
    status: 403,
    message: 'This name has a price. Only the provider can map it to another skill.',
  },
  'intake.picture-refused': {
    status: 422,
    message: 'The file must be a PNG or JPEG image of at most 5 MB and 20 megapixels.',
  },
  'imports.too-large': {
    status: 413,
    message: 'A file can have at most 10 GB. Please split it, e.g. by month, and import the parts.',
  },
  'imports.limit': {
    status: 409,
    message: 'Your company has 5 files that wait for their import, the most it can have. Import or delete one of them.',
  },
  'imports.too-much': {
    status: 409,
    message:
      'The files of your company that wait for their import can have 20 GB together, and 2 GB in its first week. Import or delete one of them.',
  },
  'imports.no-room': {
    status: 503,
    message: 'The portal has no room for files of imports right now. Please try again later, or contact us.',
  },
  'imports.chunk': {
    status: 409,
    message: 'This is not the next part of the file, or it has another length. The import says which part is next.',
  },
  'imports.incomplete': { status: 409, message: 'The file is not uploaded completely.' },
  'imports.ended': { status: 409, message: 'This import has ended, and its file is deleted.' },
  'imports.running': { status: 409, message: 'An import of your company is running. Wait for its end, or cancel it.' },
  'imports.not-running': { status: 409, message: 'This import is not running.' },
  'imports.unreadable': { status: 422, message: 'This file could not be read as a log.' },
} as const;
