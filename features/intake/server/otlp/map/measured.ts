import { sumCosts, toAmount } from '#features/conversation-log/contract/reported-costs.ts';
import { capName } from '../limits.ts';
import { isObject, parseJson, toNumber, type Attributes, type Value } from '../decode/otlp-values.ts';
import type { SpanRecord } from '../decode/records.ts';
import { costNames, type NamedFields } from './attribute-names.ts';
import type { Measured, SpanFacts } from './span-facts.ts';

const maxErrorLength = 1000;

/** Undefined where a span says nothing of it. */
export function readMeasured(
  span: SpanRecord,
  fields: NamedFields,
  { operation, isError }: Pick<SpanFacts, 'operation' | 'isError'>,
): Measured | undefined {
  const values: { readonly [Name in keyof Measured]: Measured[Name] | undefined } = {
    model: findModel(fields),
    ...readUsage(fields),
    firstTokenMs: readFirstToken(fields),
    error: isError ? findError(span, fields) : undefined,
    tool: operation === 'execute_tool' ? findTool(span, fields) : undefined,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Measured);
}

/** OpenInference names the model of a call that failed in its parameters alone. */
function findModel({ model, parameters }: NamedFields): string | undefined {
  const text = model?.text ?? parseDetails(parameters?.text)['model'];
  return typeof text === 'string' && text !== '' ? capName(text) : undefined;
}

function readUsage(fields: NamedFields) {
  const usage = parseDetails(fields.usage?.text);
  return {
    inputTokens: toCount(fields.inputTokens?.text ?? usage['input']),
    outputTokens: toCount(fields.outputTokens?.text ?? usage['output']),
    cachedTokens: toCount(fields.cachedTokens?.text ?? usage['input_cached_tokens']),
    ...readCost(fields),
  };
}

/** The total, else the sum of its parts; nothing where it is no amount or of no currency. */
function readCost(fields: NamedFields): { readonly cost?: string; readonly currency?: string } {
  const currency = fields.currency?.text.toUpperCase();
  const cost = fields.cost ? toAmount(fields.cost.text) : sumParts(fields);
  if (cost === undefined || (currency !== undefined && !/^[A-Z]{3}$/.test(currency))) return {};
  return { cost, ...(currency !== undefined && { currency }) };
}

/** Langfuse says them as JSON, with or without a total. */
function sumParts({ costs, inputCost, outputCost }: NamedFields): string | undefined {
  const details = parseDetails(costs?.text);
  const named = 'total' in details ? [details['total']] : Object.values(details);
  const parts = named.length > 0 ? named : [inputCost?.text, outputCost?.text].filter((part) => part !== undefined);
  const amounts = parts.map(toAmount);
  if (amounts.length === 0 || !amounts.every((amount) => amount !== undefined)) return undefined;
  return sumCosts(amounts.map((amount) => ({ amount, currency: 'USD' })))[0]?.amount;
}

/** Whether a span says a cost, readable or not; Langfuse says none as an empty object. */
export const saysCost = (attributes: Attributes): boolean =>
  costNames.some((name) => !['', '{}', 'null', 'undefined'].includes(String(attributes.get(name)).trim()));

function readFirstToken({ firstTokenMs, firstTokenSeconds }: NamedFields): number | undefined {
  const seconds = toCount(firstTokenSeconds?.text);
  return toCount(firstTokenMs?.text) ?? (seconds === undefined ? undefined : seconds * 1000);
}

function parseDetails(text: string | undefined): { readonly [name: string]: Value } {
  const parsed = text === undefined ? undefined : parseJson(text);
  return isObject(parsed) ? parsed : {};
}

function toCount(value: unknown): number | undefined {
  const number = toNumber(value);
  return number === undefined || number < 0 ? undefined : number;
}

function findError({ statusMessage, events }: SpanRecord, { errorText, errorType }: NamedFields): string | undefined {
  const exception = events.findLast(({ name }) => name === 'exception')?.attributes.get('exception.message');
  const texts = [statusMessage, errorText?.text, exception, errorType?.text];
  const text = texts.find((each): each is string => typeof each === 'string' && each.trim() !== '');
  if (text === undefined) return undefined;
  const [message = ''] = text.slice(0, maxErrorLength * 2).split(/\n\s+at /, 1);
  return capName(message.trim(), maxErrorLength);
}

function findTool({ name }: SpanRecord, { tool }: NamedFields): string {
  return capName(tool?.text ?? name.replace(/^execute_tool /, ''));
}
