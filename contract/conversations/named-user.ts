import * as z from 'zod';

/** A user by the name of figures and logs. */
export const NamedUser = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** False for a person who is not in the list of users: deleted, or known from reports alone. */
  isMapped: z.boolean().optional(),
});
export type NamedUser = z.infer<typeof NamedUser>;
