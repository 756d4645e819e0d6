interface StoredName {
  readonly firstName: string;
  readonly lastName: string;
  /** Whether the person is in the company's list of users. */
  readonly isMapped: boolean;
}

/** As answers name a user: `isMapped` says only what is unusual. */
export const toNamedUser = <Named extends StoredName>({ isMapped, ...user }: Named) =>
  isMapped ? user : { ...user, isMapped };
