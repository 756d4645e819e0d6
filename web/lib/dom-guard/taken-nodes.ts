/** A change of the document by which nodes left their parent: what they were, in order, and what came in their place. */
interface Place {
  readonly parent: Node;
  taken: Node[];
  readonly added: readonly Node[];
  /** The sibling behind them. */
  readonly next: Node | null;
}

const isText = (node: Node) => node.nodeType === 3;

/**
 * Remembers which nodes were taken out of the document and what stands in their place: a translation puts elements of its own in
 * the place of each text, and React goes on with the text that it made.
 */
export class TakenNodes {
  readonly #places = new WeakMap<Node, Place>();

  /** @returns the texts that were taken out. */
  add(records: readonly MutationRecord[]): Node[] {
    const texts: Node[] = [];
    const added = groupAdded(records);
    for (const record of records) {
      const taken = [...record.removedNodes].filter(({ parentNode }) => parentNode !== record.target);
      if (taken.length === 0) continue;
      const found = record.addedNodes.length > 0 ? [...record.addedNodes] : findBeside(record, added);
      const place = {
        parent: record.target,
        taken: [...record.removedNodes],
        added: found.filter((node) => !taken.includes(node)),
        next: record.nextSibling,
      };
      for (const node of taken) this.#places.set(node, place);
      texts.push(...taken.filter(isText));
    }
    return texts;
  }

  /** The children of `parent` that show `node` now: itself, what it was moved into, or what came in its place. */
  findShown(node: Node, parent: Node, seen = new Set<Node>()): Node[] {
    if (node.parentNode === parent) return [node];
    if (seen.has(node)) return [];
    seen.add(node);
    const holder = findHolder(node, parent);
    if (holder) return [holder];
    const place = this.#places.get(node);
    return place?.parent === parent ? place.added.flatMap((each) => this.findShown(each, parent, seen)) : [];
  }

  /** The child of `parent` before which `node` stands, or would; null for the end. */
  findAnchor(node: Node, parent: Node, seen = new Set<Node>()): Node | null {
    const [shown] = this.findShown(node, parent);
    if (shown) return shown;
    const next = this.#places.get(node)?.next;
    if (!next || seen.has(node)) return null;
    seen.add(node);
    return this.findAnchor(next, parent, seen);
  }

  /** Elements are replaced by the page itself too, and may stand beside what replaced them. */
  hasText(node: Node): boolean {
    return isText(node) && this.#places.has(node);
  }

  /** Forgets a node that its owner removes or puts elsewhere. */
  delete(node: Node): void {
    const place = this.#places.get(node);
    if (place) place.taken = place.taken.filter((each) => each !== node);
    this.#places.delete(node);
  }

  /** Finds the place of a text, and the nodes to remove for it; undefined if it is still shown or was never taken. */
  findReturn(text: Node) {
    const place = this.#places.get(text);
    if (!place || text.parentNode) return undefined;
    const { parent, added } = place;
    const stale = added.flatMap((node) => this.findShown(node, parent));
    const last = stale.at(-1);
    const before = last ? last.nextSibling : place.next && this.findAnchor(place.next, parent);
    // What else was taken by the same change comes back with it: the texts of a sentence are translated as one.
    const back = place.taken.filter((node) => node === text || node.parentNode === parent || isLost(node));
    return { parent, stale, before, back };
  }
}

const isLost = (node: Node) => isText(node) && node.parentNode === null;

/** The child of `parent` that holds `node`. */
function findHolder(node: Node, parent: Node): Node | undefined {
  let holder: Node | null = node;
  while (holder && holder.parentNode !== parent) holder = holder.parentNode;
  return holder ?? undefined;
}

function groupAdded(records: readonly MutationRecord[]): Map<Node, MutationRecord[]> {
  const byParent = new Map<Node, MutationRecord[]>();
  for (const record of records) {
    if (record.addedNodes.length === 0) continue;
    const group = byParent.get(record.target);
    if (group) group.push(record);
    else byParent.set(record.target, [record]);
  }
  return byParent;
}

/** Finds nodes that were put beside a text before it was removed, or else into its gap afterwards. */
function findBeside(removal: MutationRecord, added: ReadonlyMap<Node, readonly MutationRecord[]>): Node[] {
  const [node] = removal.removedNodes;
  if (!node || !isText(node)) return [];
  const records = added.get(removal.target) ?? [];
  const before = records.filter((one) => one.previousSibling === node || one.nextSibling === node);
  const isInGap = (one: MutationRecord) =>
    one.previousSibling === removal.previousSibling && one.nextSibling === removal.nextSibling;
  return (before.length > 0 ? before : records.filter(isInGap)).flatMap((record) => [...record.addedNodes]);
}
