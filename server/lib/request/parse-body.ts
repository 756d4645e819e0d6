import type * as z from 'zod';
import { toFieldProblems } from './field-problems.ts';
import { Problem } from './problem.ts';

/** For bodies whose schema depends on who sends them; refuses exactly as the contract's own schemas do. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new Problem('request.invalid', { fields: toFieldProblems(result.error.issues) });
}

/** A body may repeat the id of its own record; another one is refused. */
export function refuseOtherId(body: { id?: string | undefined; _id?: string | undefined }, id: string): void {
  for (const path of ['id', '_id'] as const) {
    const given = body[path];
    if (given !== undefined && given.toLowerCase() !== id.toLowerCase()) {
      throw new Problem('request.invalid', { fields: [{ path, message: 'The id does not match this record.' }] });
    }
  }
}
