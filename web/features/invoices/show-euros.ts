import { formatEuros } from '#contract/billing/money.ts';

const perEuro = 10_000;

/** An amount of the wire in words; the nearest ten-thousandth is the one that the server meant, below zero too. */
export const showEuros = (euros: number): string => formatEuros(Math.round(euros * perEuro));
