import { TakenNodes } from './taken-nodes.ts';

type Methods = Pick<Node, 'removeChild' | 'insertBefore' | 'appendChild'>;

/**
 * Lets React change a document that others change too. A translation by the browser, or an extension for grammar, passwords or
 * colours, replaces, wraps or removes nodes that React has made; React then removes, moves and inserts beside nodes that are no
 * children any more, which throws and loses the page, and writes into texts that are no longer shown.
 *
 * From here on what stands in the place of such a node is removed and inserted beside in its stead, and a text that changes is put
 * back, for the translation to translate it again. Called once, before React renders.
 *
 * @returns takes the guard away again.
 */
export function guardDom(shown: Document): () => void {
  const { Node: DomNode, MutationObserver: Observer } = shown.defaultView ?? globalThis;
  const { prototype } = DomNode;
  // oxlint-disable-next-line typescript/unbound-method -- called with their nodes
  const { removeChild, insertBefore, appendChild } = prototype;
  const native = { removeChild, insertBefore, appendChild };
  const taken = new TakenNodes();

  const observer = new Observer(follow);
  observer.observe(shown, { childList: true, subtree: true });

  function follow(records: readonly MutationRecord[]) {
    for (const text of taken.add(records.filter(({ type }) => type === 'childList'))) {
      observer.observe(text, { characterData: true });
    }
    for (const { type, target } of records) if (type === 'characterData') putBack(target, taken, native);
  }

  Object.assign(
    prototype,
    guardMethods(native, taken, () => follow(observer.takeRecords())),
  );
  return () => {
    observer.disconnect();
    Object.assign(prototype, native);
  };
}

/** @param catchUp follows the changes that the observer has not reported yet. */
function guardMethods(native: Methods, taken: TakenNodes, catchUp: () => void): Methods {
  return {
    removeChild<T extends Node>(this: Node, child: T): T {
      if (child.parentNode === this) return native.removeChild.call(this, child) as T;
      catchUp();
      if (this.contains(child)) removeMoved(child, this, native);
      else removeStandIns(child, this, { taken, native });
      return child;
    },
    insertBefore<T extends Node>(this: Node, node: T, child: Node | null): T {
      let before = child;
      if (child && child.parentNode !== this) {
        catchUp();
        before = taken.findAnchor(child, this);
      }
      if (taken.hasText(node)) {
        const standIns = taken.findShown(node, this);
        while (before && standIns.includes(before)) before = before.nextSibling;
        removeStandIns(node, this, { taken, native });
      }
      return native.insertBefore.call(this, node, before) as T;
    },
    appendChild<T extends Node>(this: Node, node: T): T {
      if (taken.hasText(node)) removeStandIns(node, this, { taken, native });
      return native.appendChild.call(this, node) as T;
    },
  };
}

/** Shows a text again that React has changed while something else stood in its place. */
function putBack(text: Node, taken: TakenNodes, native: Methods) {
  const place = taken.findReturn(text);
  if (!place) return;
  const { parent, back, stale } = place;
  for (const node of stale) if (!back.includes(node)) native.removeChild.call(parent, node);
  let { before } = place;
  for (const node of back.toReversed()) {
    native.insertBefore.call(parent, node, before);
    before = node;
  }
}

/** Removes what stands for a node, before the node itself goes or stands elsewhere. */
function removeStandIns(node: Node, parent: Node, { taken, native }: { taken: TakenNodes; native: Methods }) {
  const standIns = taken.findShown(node, parent).filter((each) => !each.contains(node));
  for (const each of standIns) native.removeChild.call(parent, each);
  taken.delete(node);
}

/** Removes a node from the elements that were put around it, and those that are empty then. */
function removeMoved(node: Node, parent: Node, native: Methods) {
  let holder: Node | null = node.parentNode;
  if (holder) native.removeChild.call(holder, node);
  while (holder && holder !== parent && !holder.hasChildNodes()) {
    const outer: Node | null = holder.parentNode;
    if (outer) native.removeChild.call(outer, holder);
    holder = outer;
  }
}
