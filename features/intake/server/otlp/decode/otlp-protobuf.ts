import protobuf from 'protobufjs/light.js';
import type { Reader, Type } from 'protobufjs';
import { Problem } from '#server/lib/request/problem.ts';
import { maxValues } from '../limits.ts';

/** The part of OTLP 1.x that is read; other fields are skipped as unknown. */
const descriptor = {
  nested: {
    KeyValue: { fields: { key: { type: 'string', id: 1 }, value: { type: 'AnyValue', id: 2 } } },
    ArrayValue: { fields: { values: { rule: 'repeated', type: 'AnyValue', id: 1 } } },
    KeyValueList: { fields: { values: { rule: 'repeated', type: 'KeyValue', id: 1 } } },
    AnyValue: {
      oneofs: {
        value: {
          oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue', 'bytesValue'],
        },
      },
      fields: {
        stringValue: { type: 'string', id: 1 },
        boolValue: { type: 'bool', id: 2 },
        intValue: { type: 'int64', id: 3 },
        doubleValue: { type: 'double', id: 4 },
        arrayValue: { type: 'ArrayValue', id: 5 },
        kvlistValue: { type: 'KeyValueList', id: 6 },
        bytesValue: { type: 'bytes', id: 7 },
      },
    },
    Resource: { fields: { attributes: { rule: 'repeated', type: 'KeyValue', id: 1 } } },
    Status: { fields: { message: { type: 'string', id: 2 }, code: { type: 'int32', id: 3 } } },
    Event: {
      fields: {
        timeUnixNano: { type: 'fixed64', id: 1 },
        name: { type: 'string', id: 2 },
        attributes: { rule: 'repeated', type: 'KeyValue', id: 3 },
      },
    },
    Link: { fields: { traceId: { type: 'bytes', id: 1 }, spanId: { type: 'bytes', id: 2 } } },
    Span: {
      fields: {
        traceId: { type: 'bytes', id: 1 },
        spanId: { type: 'bytes', id: 2 },
        parentSpanId: { type: 'bytes', id: 4 },
        name: { type: 'string', id: 5 },
        startTimeUnixNano: { type: 'fixed64', id: 7 },
        endTimeUnixNano: { type: 'fixed64', id: 8 },
        attributes: { rule: 'repeated', type: 'KeyValue', id: 9 },
        events: { rule: 'repeated', type: 'Event', id: 11 },
        links: { rule: 'repeated', type: 'Link', id: 13 },
        status: { type: 'Status', id: 15 },
      },
    },
    ScopeSpans: { fields: { spans: { rule: 'repeated', type: 'Span', id: 2 } } },
    ResourceSpans: {
      fields: {
        resource: { type: 'Resource', id: 1 },
        scopeSpans: { rule: 'repeated', type: 'ScopeSpans', id: 2 },
      },
    },
    ExportTraceServiceRequest: { fields: { resourceSpans: { rule: 'repeated', type: 'ResourceSpans', id: 1 } } },
    LogRecord: {
      fields: {
        timeUnixNano: { type: 'fixed64', id: 1 },
        body: { type: 'AnyValue', id: 5 },
        attributes: { rule: 'repeated', type: 'KeyValue', id: 6 },
        traceId: { type: 'bytes', id: 9 },
        spanId: { type: 'bytes', id: 10 },
        observedTimeUnixNano: { type: 'fixed64', id: 11 },
        eventName: { type: 'string', id: 12 },
      },
    },
    ScopeLogs: { fields: { logRecords: { rule: 'repeated', type: 'LogRecord', id: 2 } } },
    ResourceLogs: {
      fields: {
        resource: { type: 'Resource', id: 1 },
        scopeLogs: { rule: 'repeated', type: 'ScopeLogs', id: 2 },
      },
    },
    ExportLogsServiceRequest: { fields: { resourceLogs: { rule: 'repeated', type: 'ResourceLogs', id: 1 } } },
    // For traces and logs, because both services number these fields the same.
    PartialSuccess: { fields: { rejected: { type: 'int64', id: 1 }, errorMessage: { type: 'string', id: 2 } } },
    ExportResponse: { fields: { partialSuccess: { type: 'PartialSuccess', id: 1 } } },
  },
};

const root = protobuf.Root.fromJSON(descriptor);
const requests = {
  spans: root.lookupType('ExportTraceServiceRequest'),
  logRecords: root.lookupType('ExportLogsServiceRequest'),
} satisfies Record<string, Type>;
const response = root.lookupType('ExportResponse');

/**
 * An export as plain values with the names of OTLP's JSON; numbers of 64 bits as text, bytes in base64.
 * @throws Error for malformed bytes; Problem `request.too-complex`
 */
export function decodeProtobuf(kind: keyof typeof requests, bytes: Uint8Array): unknown {
  const type = requests[kind];
  countMessages(protobuf.Reader.create(bytes), type, { end: bytes.length, depth: 0, counted: 0 });
  return type.toObject(type.decode(bytes), { longs: String, bytes: String, enums: Number, oneofs: false });
}

interface Counting {
  readonly end: number;
  readonly depth: number;
  readonly counted: number;
}

const maxDepth = 100;

/** Counts the messages inside a message before they are decoded, because an empty one takes two bytes. */
function countMessages(reader: Reader, type: Type, { end, depth, counted }: Counting): number {
  if (depth > maxDepth) throw new Error('nested too deeply');
  let count = counted;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const inner = type.fieldsById[tag >>> 3]?.resolve().resolvedType;
    if ((tag & 7) === 2 && inner instanceof protobuf.Type) {
      const length = reader.uint32();
      count = countMessages(reader, inner, { end: reader.pos + length, depth: depth + 1, counted: count + 1 });
    } else reader.skipType(tag & 7);
    if (count > maxValues) throw new Problem('request.too-complex');
  }
  return count;
}

/** The bytes of the response; empty where no record was rejected. */
export function encodeResponse(partialSuccess: { rejected: number; errorMessage: string } | undefined) {
  return new Uint8Array(response.encode(partialSuccess ? { partialSuccess } : {}).finish());
}
