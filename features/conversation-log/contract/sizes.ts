/* Without schemas, so that pages load them without zod. */

/** Default number of cards on a page of a table (section 9). */
export const tableItemsPerPage = 8;
/** Default number of fields on a card (section 9). */
export const cardFieldCount = 6;
/** Tags of a review, at most. */
export const maxTags = 10;
