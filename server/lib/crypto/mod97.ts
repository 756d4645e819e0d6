/**
 * The ISO 7064 remainder of IBANs (ISO 13616) and creditor references (ISO 11649). Letters count from A = 10.
 * @param text only digits and letters A to Z
 */
export function getMod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Whether a text without spaces is an IBAN whose check digits are right. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && getMod97(text.slice(4) + text.slice(0, 4)) === 1;
}
