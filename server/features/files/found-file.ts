export interface FoundFile {
  /** Whose it is: the caller's company, or the provider where the file is a screenshot of its. */
  readonly companyId: string;
  readonly purpose: string;
  readonly contentType: string;
  readonly thumbnailKey: string | null;
  readonly createdAt: Date;
  /** A screenshot that a living skill of its company names. */
  readonly isNamed: boolean;
}

/** How long an uploaded screenshot waits for the first skill that names it. */
export const draftMs = 24 * 60 * 60 * 1000;
