/** Length of a message at which it is cut: about twenty screens, which render without a noticeable delay. */
export const cutAtCharacters = 40_000;

export interface KeyedText {
  key: string;
  html: string;
}

export function toTexts(value: string | readonly string[]): KeyedText[] {
  const texts = typeof value === 'string' ? [value] : value;
  return texts.map((html, index) => ({ key: `text ${index}`, html }));
}

/** The texts up to the limit, and the number of characters left out. */
export function cutTexts(texts: readonly KeyedText[]): { shown: KeyedText[]; leftOut: number } {
  const shown: KeyedText[] = [];
  let room = cutAtCharacters;
  let leftOut = 0;
  for (const { key, html } of texts) {
    const piece = html.slice(0, findCut(html, room));
    if (room > 0) shown.push({ key, html: piece });
    leftOut += html.length - piece.length;
    room -= piece.length;
  }
  return { shown, leftOut };
}

/** Never between the two halves of a surrogate pair. */
function findCut(text: string, room: number): number {
  if (text.length <= room) return text.length;
  const isHigh = /[\uD800-\uDBFF]/.test(text.charAt(room - 1));
  return isHigh ? room - 1 : Math.max(room, 0);
}
