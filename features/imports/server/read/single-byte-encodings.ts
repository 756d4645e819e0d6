import type { ImportEncoding } from '#features/imports/contract/import-settings.ts';

type SingleByteEncoding = Exclude<ImportEncoding, 'utf-8' | 'utf-16le' | 'utf-16be'>;

/** Letters that texts in the languages of an encoding consist of, and signs that programs put between them. */
interface Usual {
  readonly encoding: SingleByteEncoding;
  readonly letters: string;
  /** Letters of languages that write with few other ones beyond ASCII: they count in part, unless `é` is there too. */
  readonly rare?: string;
}

const signs = '€„“”‘’–—…«»°§ \u00a0';

/** The likeliest first, because many letters have the same byte in several of them. */
const usual: readonly Usual[] = [
  { encoding: 'windows-1252', letters: `äöüßÄÖÜõÕéÉñÑåÅøØæÆáíóúšŠžŽ${signs}`, rare: 'àèçâêîôûëïãòìùÀÈÇ' },
  { encoding: 'windows-1257', letters: `äöüßÄÖÜõÕéÉšŠžŽāčēģīķļņūąęėįųĀČĒĢĪĶĻŅŪĄĘĖĮŲåø${signs}` },
  { encoding: 'iso-8859-15', letters: 'äöüßÄÖÜõÕéÉñÑåÅøØæÆáíóúšŠžŽ€°§«»\u00a0', rare: 'àèçâêîôûëïãòìùÀÈÇœŒ' },
  { encoding: 'windows-1250', letters: `äöüßÄÖÜéóáíúůýčďěňřšťžąćęłńśźżŘČŠŽĄĆĘŁŃŚŹŻőűăâîşţ${signs}` },
  { encoding: 'windows-1251', letters: `абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯёЁіїєґ№${signs}` },
];

/** A control character, which no text has. */
const isNone = (letter: string) => letter < '\u00a0' || letter === '\uFFFD';

/** By how many of the bytes beyond ASCII are usual letters in each. */
export function findSingleByteEncoding(bytes: Uint8Array): SingleByteEncoding {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  const isFrench = (counts[0xe9] ?? 0) > 0;
  const scored = usual.map(({ encoding, letters, rare = '' }) => {
    const decoder = new TextDecoder(encoding);
    let score = 0;
    for (let byte = 0x80; byte < 256; byte += 1) {
      const count = counts[byte] ?? 0;
      if (count === 0) continue;
      const letter = decoder.decode(Uint8Array.of(byte));
      if (letters.includes(letter)) score += count;
      else if (rare.includes(letter)) score += isFrench ? count : count * 0.4;
      else if (isNone(letter)) score -= 5 * count;
    }
    return { encoding, score };
  });
  const isCyrillic = countRuns(bytes) > 0.5;
  const others = scored.filter(({ encoding }) => (encoding === 'windows-1251') === isCyrillic);
  return others.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
}

/** The share of bytes beyond ASCII that stand beside another one on both sides, as the letters of no Latin text do. */
function countRuns(bytes: Uint8Array): number {
  let [inside, all] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0xc0) continue;
    all += 1;
    if ((bytes[at - 1] ?? 0) >= 0xc0 && (bytes[at + 1] ?? 0) >= 0xc0) inside += 1;
  }
  return all === 0 ? 0 : inside / all;
}
