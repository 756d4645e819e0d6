import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

interface Fonts {
  readonly regular: Buffer;
  readonly strong: Buffer;
  /** Whether the font draws a character; what it does not is no text in a PDF/A. */
  readonly draws: (codePoint: number) => boolean;
}

let fonts: Fonts | undefined;

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/geist/${file}`)));

/** The portal's own typeface, embedded as far as it is used. Read once, when the first PDF is made. */
export function loadFonts(): Fonts {
  if (fonts) return fonts;
  const [regular, strong] = [read('400Regular/Geist_400Regular.ttf'), read('600SemiBold/Geist_600SemiBold.ttf')];
  const font = create(regular);
  fonts = {
    regular,
    strong,
    draws: (codePoint) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint),
  };
  return fonts;
}
