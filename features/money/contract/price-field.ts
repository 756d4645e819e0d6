import * as z from 'zod';

const priceMessage = 'Enter an amount in euros, e.g. 0.45.';

/** Price of one request in forms, in euros: at most four decimals. */
export const PriceField = z
  .number({ error: priceMessage })
  .refine((euros) => /^\d{1,6}(?:\.\d{1,4})?$/.test(String(euros)), { error: priceMessage });
