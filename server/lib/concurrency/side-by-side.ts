/** Runs `work` for each item, at most `most` at a time; answers in the order of the items. The first failure is thrown. */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  // Lanes that share one iterator: each takes the next item when it is done with its own.
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return results;
}
