import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

export type Weight = 'regular' | 'strong';

/** A typeface, of which a PDF embeds the glyphs that it uses. */
export interface Face {
  readonly name: string;
  /** Whether it has a glyph for a character; PDF/A allows no others. */
  readonly draws: (codePoint: number) => boolean;
  /** Above the base line, as a share of the size. */
  readonly ascent: number;
  readonly read: (weight: Weight) => Buffer;
}

interface FaceFiles {
  readonly name: string;
  /** The characters for which the face is looked into. */
  readonly characters: RegExp;
  /** Modules of npm packages. */
  readonly files: Readonly<Record<Weight, string>>;
}

const noto = (name: string, file: string, characters: RegExp): FaceFiles => ({
  name,
  characters,
  files: { regular: `${file}-400-normal.woff`, strong: `${file}-600-normal.woff` },
});

const japanese = '@expo-google-fonts/biz-udpgothic';
const korean = '@expo-google-fonts/nanum-gothic';
const chinese = '@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf';
const han = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u3000-\u303f\uff00-\uffef]/u;

const mainFace: FaceFiles = {
  name: 'geist',
  characters: /./su,
  files: {
    regular: '@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf',
    strong: '@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf',
  },
};

/** One for each script that the portal's typeface lacks. A face is read when a text needs it. */
const otherFaces: readonly FaceFiles[] = [
  noto('greek', '@fontsource/noto-sans/files/noto-sans-greek', /\p{scx=Grek}/u),
  noto('greek-extended', '@fontsource/noto-sans/files/noto-sans-greek-ext', /\p{scx=Grek}/u),
  noto('hebrew', '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew', /\p{scx=Hebr}/u),
  noto('arabic', '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic', /\p{scx=Arab}/u),
  noto('georgian', '@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian', /\p{scx=Geor}/u),
  noto('armenian', '@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian', /\p{scx=Armn}/u),
  noto('thai', '@fontsource/noto-sans-thai/files/noto-sans-thai-thai', /\p{scx=Thai}/u),
  noto('devanagari', '@fontsource/noto-sans/files/noto-sans-devanagari', /\p{scx=Deva}/u),
  noto('latin-extended', '@fontsource/noto-sans/files/noto-sans-latin-ext', /\p{scx=Latn}/u),
  {
    name: 'korean',
    characters: /\p{scx=Hang}/u,
    files: {
      regular: `${korean}/400Regular/NanumGothic_400Regular.ttf`,
      strong: `${korean}/700Bold/NanumGothic_700Bold.ttf`,
    },
  },
  {
    name: 'japanese',
    characters: han,
    files: {
      regular: `${japanese}/400Regular/BIZUDPGothic_400Regular.ttf`,
      strong: `${japanese}/700Bold/BIZUDPGothic_700Bold.ttf`,
    },
  },
  { name: 'chinese', characters: han, files: { regular: chinese, strong: chinese } },
];

const read = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(file)));
const loaded = new Map<string, Face>();

function loadFace({ name, files }: FaceFiles): Face {
  const known = loaded.get(name);
  if (known) return known;
  const buffers = new Map<string, Buffer>();
  const readOnce = (weight: Weight) => {
    const file = files[weight];
    const buffer = buffers.get(file) ?? read(file);
    buffers.set(file, buffer);
    return buffer;
  };
  const font = create(readOnce('regular'));
  const face: Face = {
    name,
    draws: (codePoint) => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint),
    ascent: 'ascent' in font ? font.ascent / font.unitsPerEm : 1,
    read: readOnce,
  };
  loaded.set(name, face);
  return face;
}

/** The portal's typeface. */
export const getMainFace = (): Face => loadFace(mainFace);

/**
 * The faces of a text, one for each of its characters; undefined where none draws it. A face that draws all Han characters
 * of a text is preferred, so that one name is not set in two.
 */
export function listFaces(characters: readonly string[]): (Face | undefined)[] {
  const main = getMainFace();
  const missing = characters.filter((character) => !main.draws(character.codePointAt(0) ?? 0));
  if (missing.length === 0) return characters.map(() => main);
  const others = otherFaces.filter(({ characters: of }) => missing.some((each) => of.test(each)));
  const fits = (face: Face) => missing.filter((each) => face.draws(each.codePointAt(0) ?? 0)).length;
  const faces = [main, ...others.map(loadFace).toSorted((one, other) => fits(other) - fits(one))];
  return characters.map((character) => faces.find((face) => face.draws(character.codePointAt(0) ?? 0)));
}
