import { lazy, Suspense, useState } from 'react';
import { Text } from '../../ui/layout/layout.tsx';
import { SearchIcon } from '../../ui/drawings/icons.tsx';
import { toKeyName } from '../../ui/keys/page-keys.ts';
import { usePageKey } from '../../ui/keys/use-page-key.ts';
import styles from './commands.module.css';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

type Opened = 'commands' | 'keys';

/** The button of the palette, and the keys that open it and the list of keys. The code of both is loaded at first use. */
export function Commands() {
  const [opened, setOpened] = useState<Opened>();
  const [used, setUsed] = useState<ReadonlySet<Opened>>(new Set());
  const open = (name: Opened) => {
    setUsed((before) => new Set([...before, name]));
    setOpened(name);
  };
  const close = () => setOpened(undefined);
  usePageKey('commands', () => open('commands'));
  usePageKey('keys', () => open('keys'));
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('commands')}
      >
        <SearchIcon size={16} />
        <span className={styles.words}>Find</span>
        <Text as="span" tone="faint" className={styles.key}>
          {toKeyName('commands')}
        </Text>
      </button>
      <Suspense>
        {used.has('commands') && <CommandPalette opened={opened === 'commands'} onClose={close} />}
        {used.has('keys') && <KeysDialog opened={opened === 'keys'} onClose={close} />}
      </Suspense>
    </>
  );
}
