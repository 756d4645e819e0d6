import { foldText } from '#contract/fold-text.ts';

/** A hash of 40 bits (of cyrb53): no word is written in it, and a searched word agrees with another of a million once in a million searches. */
export function toHash(text: string): number {
  let [high, low] = [0xde_ad_be_ef, 0x41_c6_ce_57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (255 & low) + (high >>> 0);
}

/** Letters are folded, because many keyboards lack their marks. */
export const toWordKey = (stem: string): number => toHash(foldText(stem));

/** A conversation is a word of itself, so that it is found in the segments that hold it. No word contains a colon. */
export const toConversationKey = (id: string): number => toHash(`id:${id.replaceAll('-', '')}`);
