import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

interface Fonts {
  readonly regular: Buffer;
  readonly strong: Buffer;
  /** Whether the font has a glyph for a character; PDF/A allows no others. */
  readonly draws: (codePoint: number) => boolean;
}

let fonts: Fonts | undefined;

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/geist/${file}`)));

/** The portal's typeface, of which the PDF embeds the used glyphs. Read once, with the first PDF. */
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
