/** For how long a file of rows waits for its owner. */
export const rowFileDays = 7;
