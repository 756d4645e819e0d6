import * as z from 'zod';
import { limitMessage, parseLimit } from '../limits.ts';
import { LimitRequestForm } from './limit-requests.ts';

/** The fields as typed; an empty limit leaves the amount open. */
export const AskForm = z.object({
  reason: LimitRequestForm.shape.reason,
  limit: z.string().refine((text) => text.trim() === '' || parseLimit(text) !== undefined, { error: limitMessage }),
});
