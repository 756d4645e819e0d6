/** The only clock of the product's own rules, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
