/** The most rows that the product under test sends as one download; more are prepared as a file. */
export const streamedRows = 50;
