import * as z from 'zod';
import { isReadableFile, oneOf } from './value-types.ts';

const isDecodable = (value: string) => {
  try {
    return decodeURIComponent(value) !== '';
  } catch {
    return false;
  }
};
const pairs = () =>
  z
    .string()
    .refine(isDecodable, 'must have each % of a value written as %25')
    .regex(
      /^\s*[^=,\s]+\s*=[^,=]*=*\s*(?:,\s*[^=,\s]+\s*=[^,=]*=*\s*)*$/,
      'must be pairs like name=value, with commas between',
    );
const milliseconds = () => z.string().regex(/^[1-9]\d{0,8}$/, 'must be a whole number of milliseconds');
const count = () => z.string().regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up');

const word = (values: readonly [string, ...string[]]) =>
  z.string().refine((value) => values.includes(value.toLowerCase()), `must be one of ${values.join(', ')}`);
const file = () => z.string().refine(isReadableFile, 'must be a file that this user can read');
/** The portal sends JSON over HTTP whatever is set; others are usual where one environment is set for many programs. */
const protocol = () => oneOf(['http/json', 'http/protobuf', 'grpc']);

/** Variables of the OpenTelemetry specification that the SDK reads itself, which takes a wrong one for none. */
export const OtelVariables = z.object({
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((value) => /^\d*\.?\d+$/.test(value) && Number(value) <= 1, 'must be a share from 0 to 1, like 0.1')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs().optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds().optional(),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds().optional(),
  OTEL_BSP_MAX_QUEUE_SIZE: count().optional(),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count().optional(),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds().optional(),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs().optional(),
  OTEL_LOG_LEVEL: word(['none', 'error', 'warn', 'info', 'debug', 'verbose', 'all']).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol().optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf(['gzip', 'none']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: oneOf(['gzip', 'none']).optional(),
  OTEL_EXPORTER_OTLP_CERTIFICATE: file().optional(),
  OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: file().optional(),
  OTEL_EXPORTER_OTLP_CLIENT_KEY: file().optional(),
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file().optional(),
  OTEL_TRACES_EXPORTER: word(['otlp', 'none']).optional(),
  OTEL_SDK_DISABLED: word(['true', 'false']).optional(),
});

export type OtelVariables = z.infer<typeof OtelVariables>;
