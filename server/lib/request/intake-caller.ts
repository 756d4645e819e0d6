/** An assistant that reports with an intake key, and the one company it reports for. */
export interface IntakeCaller {
  readonly companyId: string;
  /** The company's, in which days and months are counted. */
  readonly timeZone: string;
}
