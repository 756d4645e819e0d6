import * as z from 'zod';
import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';

/** A cost, price or limit: a JSON number of euros. VAT comes on top, once for each rate on the sum of an invoice. */
export const NetEuros = z.number().min(0).describe(`In euros, ${netWords}.`);

/** An amount that is to be paid. */
export const GrossEuros = z.number().describe(`In euros, ${grossWords}.`);
