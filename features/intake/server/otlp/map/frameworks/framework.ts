import { isObject, parseJson, type Attributes, type Value } from '../../decode/otlp-values.ts';
import type { EventRecord } from '../../decode/records.ts';

/** Fields of a span from which the names of a framework are read. */
export interface NamedSpan {
  readonly name: string;
  readonly parentSpanId: string | null;
  readonly attributes: Attributes;
  readonly events: readonly EventRecord[];
}

export type Names = [string, Value | undefined][];

/**
 * A framework that says something under names or in JSON of its own. To read another one: a file with such an entry, and its line in
 * `frameworks.ts`.
 */
export interface Framework {
  /** First words of the names of its attributes, before the first dot or colon, by which its spans are known. */
  readonly words?: readonly string[];
  /** Whether a span is of it, by the names of its attributes. */
  readonly isOf: (has: (name: string) => boolean) => boolean;
  /** Lists values by names of `attribute-names.ts` and `reported-messages.ts`; a name of the span itself counts first. */
  readonly listNames: (span: NamedSpan) => Names;
  /** Its attributes that are read here alone; the dry run lists all others as not read. */
  readonly reads?: readonly string[];
}

/** An attribute that holds an object, as JSON or as it is; empty for any other. */
export function readObject(attributes: Attributes, name: string): { readonly [field: string]: Value } {
  const value = attributes.get(name);
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isObject(parsed) ? parsed : {};
}

/** Says that the call of a span has failed. */
export const failed: Names = [['langfuse.observation.level', 'ERROR']];
export const hasException = ({ events }: NamedSpan): boolean => events.some(({ name }) => name === 'exception');
