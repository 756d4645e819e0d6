/** One way in which programs beside React change the texts of a page. */
export type Translation = (text: Text) => void;

function wrap(content: Node): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  outer.append(inner);
  inner.append(content);
  return outer;
}

/** Changes of a text by browsers and extensions, by words for the names of tests. */
export const translations = {
  'translated as Chrome does, with new texts': (text) => text.replaceWith(wrap(text.cloneNode())),
  'translated with new texts before the old ones are removed': (text) => {
    text.before(wrap(text.cloneNode()));
    text.remove();
  },
  'translated with the texts moved into elements': (text) => {
    const { parentNode, nextSibling } = text;
    parentNode?.insertBefore(wrap(text), nextSibling);
  },
  'rewritten by an extension with plain texts': (text) => text.replaceWith(text.cloneNode()),
  'marked by an extension beside each text': (text) => text.after(document.createElement('x-mark')),
} as const satisfies Record<string, Translation>;

/** Changes every text under `root` that has not been changed yet and is not marked as one to keep. */
export function translateTexts(root: Node, translate: Translation): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() !== '' && !text.parentElement?.closest('font, style, script')) translate(text);
  }
}
