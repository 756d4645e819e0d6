import type { Masker } from '../masking/mask-text.ts';

interface StoredName {
  readonly firstName: string;
  readonly lastName: string;
  /** Number of the reported user; 0 for none. It distinguishes names that are masked alike. */
  readonly userNumber: number;
}

/** The name of a user as readers get it: an assistant may report an address in its place. */
export function maskName<Named extends StoredName>(
  masker: Masker,
  { userNumber, ...user }: Named,
): Omit<Named, 'userNumber'> {
  const firstName = masker.maskText(user.firstName);
  const lastName = masker.maskText(user.lastName);
  const isMasked = firstName !== user.firstName || lastName !== user.lastName;
  return { ...user, firstName: isMasked ? `${firstName} ${userNumber}` : firstName, lastName };
}

/** Names a user in an answer. `isMapped` is left out where it is true; false says that the list of users lacks the person. */
export function toNamedUser<Named extends StoredName & { readonly isMapped: boolean }>(masker: Masker, named: Named) {
  const { isMapped, ...user } = maskName(masker, named);
  return isMapped ? user : { ...user, isMapped };
}
