/** Who changes a page beside React: none, a translation by the browser, or extensions. */
export type Changer = 'none' | 'translation' | 'extensions';

/**
 * Runs in the page before its own scripts, alone: changes each text of the page as soon as it is rendered.
 *
 * - A translation puts two `font` elements with a new text in the place of a text, as Chrome does.
 * - Extensions replace texts by their own, move them into elements, and add elements beside texts and fields, as those for
 *   grammar, passwords and dark colours do.
 *
 * The words stay the same, so that a page can be compared with one that is left alone.
 */
export function changeTexts(changer: Changer): void {
  if (changer === 'none') return;
  const kept = 'head, script, style, textarea, noscript, font, x-moved';
  const left = changer === 'translation' ? `${kept}, svg, [translate="no"]` : kept;
  let place = 0;

  const wrap = (content: Node, name: string) => {
    const element = document.createElement(name);
    element.append(content);
    return element;
  };

  const move = (text: Text) => {
    const holder = document.createElement('x-moved');
    text.replaceWith(holder);
    holder.append(text);
  };

  const changeText = (text: Text) => {
    if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(left)) return;
    place += 1;
    if (changer === 'translation') text.replaceWith(wrap(wrap(text.cloneNode(), 'font'), 'font'));
    // An element of HTML is not drawn within a drawing.
    else if (place % 3 === 0 || text.parentElement.closest('svg')) text.replaceWith(text.cloneNode());
    else if (place % 3 === 1) move(text);
    else text.after(document.createElement('x-mark'));
  };

  const change = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) changeText(text as Text);
    if (changer !== 'extensions' || !(root instanceof Element)) return;
    for (const field of root.querySelectorAll('input, textarea')) field.after(document.createElement('x-passwords'));
  };

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) change(node);
    }
    observer.takeRecords();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}
