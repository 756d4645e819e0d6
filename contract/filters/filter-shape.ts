import * as z from 'zod';
import { dayField } from '../fields.ts';
import type { Filter, Filters, ValueOf } from './filters.ts';

type Shape<All extends Filters> = {
  readonly [Name in keyof All]: z.ZodOptional<z.ZodType<ValueOf<All[Name]>, ValueOf<All[Name]>>>;
};

/** The fields of a query by which filters are given, each optional. */
export function toFilterShape<All extends Filters>(filters: All): Shape<All> {
  const fields = Object.entries(filters).map(([name, filter]) => [name, toSchema(filter).optional()] as const);
  return Object.fromEntries(fields) as Shape<All>;
}

function toSchema(filter: Filter<never>): z.ZodType {
  const { kind, min = 0, max = 0, maxLength = 0, most = 0 } = filter;
  switch (kind) {
    case 'flag':
      return z.boolean();
    case 'integer':
      return z.int().min(min).max(max);
    case 'text':
      return z.string().max(maxLength);
    case 'id':
      // Ids of conversations are UUIDs of no version.
      return z.guid({ error: 'Invalid id.' });
    case 'texts':
    case 'ids':
      return z.array(z.string().max(maxLength)).max(most);
    case 'choice':
      return toChoice(filter);
    case 'choices':
      return z.array(toChoice(filter)).max(Object.keys(filter.values ?? {}).length);
    case 'day':
      return dayField('The date must be a day, e.g. 2026-11-01.');
  }
}

function toChoice({ values = {}, noun }: Filter<never>) {
  const names = Object.keys(values);
  return z.enum(names, { error: `The ${noun} must be one of ${names.join(', ')}.` });
}
