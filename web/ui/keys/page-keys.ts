interface KeyFacts {
  readonly key: string;
  readonly words: string;
  /** Pressed together with Ctrl, or with Cmd; it works in fields too. */
  readonly withControl?: true;
}

const defineKeys = <const Names extends string>(keys: Readonly<Record<Names, KeyFacts>>) => keys;

/** The keys of pages and lists, each with what it does: `usePageKey` binds them, the list of keys shows them. */
export const pageKeys = defineKeys({
  commands: { key: 'k', withControl: true, words: 'Find people, skills, pages and more' },
  search: { key: '/', words: 'Go to the search' },
  next: { key: 'j', words: 'Next record' },
  previous: { key: 'k', words: 'Previous record' },
  close: { key: 'Escape', words: 'Close what is open, or clear the selection' },
  keys: { key: '?', words: 'Show this list' },
});

export type PageKey = keyof typeof pageKeys;

/** A key as it is shown, e.g. `J` or `Ctrl+K`. */
export const toKeyName = (name: PageKey): string => {
  const { key, withControl } = pageKeys[name];
  const shown = key.length === 1 ? key.toUpperCase() : key;
  return withControl ? `Ctrl+${shown}` : shown;
};
