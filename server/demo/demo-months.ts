/** Months with conversations in the demo, including the month of the first start. */
export const demoMonthCount = 24;
