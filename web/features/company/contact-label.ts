import type { User } from '#contract/users.ts';

/** Section 2.3: options show 'first last, e-mail'. */
export function toContactLabel({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}, ${email}`;
}
