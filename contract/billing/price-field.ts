import * as z from 'zod';

const priceMessage = 'Enter an amount in euros, e.g. 0.45.';

/** What one request costs, in euros, as forms take it: at most four decimals. */
export const PriceField = z
  .number({ error: priceMessage })
  .refine((euros) => /^\d{1,6}(?:\.\d{1,4})?$/.test(String(euros)), { error: priceMessage });
