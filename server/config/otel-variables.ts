import * as z from 'zod';
import { line, oneOf } from './value-types.ts';

const pairs = () =>
  z
    .string()
    .regex(
      /^\s*[^=,\s]+\s*=[^,=]*=*\s*(?:,\s*[^=,\s]+\s*=[^,=]*=*\s*)*$/,
      'must be pairs like name=value, with commas between',
    );
const milliseconds = () => z.string().regex(/^[1-9]\d{0,8}$/, 'must be a whole number of milliseconds');
const count = () => z.string().regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 up');

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
  OTEL_LOG_LEVEL: line().optional(),
});
