/** Months of conversations in the demo, the one of the first start among them. */
export const demoMonthCount = 24;
