/** The keys of pages and lists, each with what it does: `usePageKey` binds them, the list of keys shows them. */
export const pageKeys = {
  search: { key: '/', words: 'Go to the search' },
  next: { key: 'j', words: 'Next record' },
  previous: { key: 'k', words: 'Previous record' },
  close: { key: 'Escape', words: 'Close what is open' },
} as const;

export type PageKey = keyof typeof pageKeys;

/** A key as it is shown and announced, e.g. `J`. */
export const toKeyName = (name: PageKey): string => {
  const { key } = pageKeys[name];
  return key.length === 1 ? key.toUpperCase() : key;
};
