/** Stands where what a sender has sent ends too early. */
export const cutOffMark = '[truncated by the sender]';
