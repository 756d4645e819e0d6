import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { useRowDownload } from '../../records/downloads/use-row-download.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Block, Text } from '../../ui/layout/layout.tsx';
import { commandGroups, findCommands, type Command } from './command.ts';
import styles from './commands.module.css';
import { listActions, listPages } from './page-commands.ts';
import { useRecordCommands } from './use-record-commands.ts';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds people, skills, keys, invoices, conversations, views and pages by what is typed, and the commonest actions. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const download = useRowDownload();
  const downloadUsage = () => void download.start(['exports', 'listUsage'], { body: { format: 'csv' } });
  return (
    <Dialog opened={opened} onClose={onClose} title="Find" widthPx={620}>
      <Palette onClose={onClose} downloadUsage={downloadUsage} />
    </Dialog>
  );
}

interface PaletteProps {
  onClose: () => void;
  downloadUsage: () => void;
}

/** Mounted each time the dialog opens, which empties the field. */
function Palette({ onClose, downloadUsage }: PaletteProps) {
  const navigate = useNavigate();
  const holder = useCurrentUser();
  const listId = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const { commands: records, isLoading, isFailed } = useRecordCommands(holder, text);
  const fixed = useMemo(
    () => [...listActions(holder, { downloadUsage }), ...listPages(holder)],
    // oxlint-disable-next-line react/exhaustive-deps -- the download does the same for as long as the dialog is open
    [holder],
  );
  const found = findCommands([...fixed, ...records], text);
  const current = found[Math.min(place, found.length - 1)];

  function choose({ to, run }: Command) {
    onClose();
    run?.();
    if (to) void navigate({ to: to.path, search: to.search ?? {}, state: toState(to) });
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (Math.min(place, found.length - 1) + step + found.length) % found.length;
      setPlace(next);
      document.getElementById(toOptionId(listId, found[next]))?.scrollIntoView?.({ block: 'nearest' });
    }
    if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
    }
  }

  return (
    <>
      <input
        className={styles.field}
        type="text"
        role="combobox"
        aria-label="Find people, skills, keys, invoices, conversations, views, pages and actions"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current && toOptionId(listId, current)}
        placeholder="Name, e-mail, skill, invoice, conversation ID or page"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="Results" className={styles.results} tabIndex={-1}>
        {commandGroups.map((group) => (
          <Group
            key={group}
            group={group}
            commands={found.filter((command) => command.group === group)}
            current={current}
            listId={listId}
            onChoose={choose}
          />
        ))}
      </div>
      <Text size="sm" tone="soft" above={2} role="status">
        {describe(found.length, isLoading, isFailed)}
      </Text>
    </>
  );
}

const toState = ({ opensDialog }: NonNullable<Command['to']>) => (opensDialog ? { opensDialog } : {});

const toOptionId = (listId: string, command: Command | undefined) =>
  `${listId} ${command?.id ?? ''}`.replaceAll(' ', '-');

function describe(count: number, isLoading: boolean, isFailed: boolean): string {
  if (isFailed) return 'Some results could not be loaded. Close this window and try again.';
  if (count === 0) return isLoading ? 'Loading…' : 'Nothing found.';
  return isLoading ? 'Loading more…' : '';
}

interface GroupProps {
  group: string;
  commands: readonly Command[];
  current: Command | undefined;
  listId: string;
  onChoose: (command: Command) => void;
}

function Group({ group, commands, current, listId, onChoose }: GroupProps) {
  const headId = useId();
  if (commands.length === 0) return null;
  return (
    <div role="group" aria-labelledby={headId}>
      <Block id={headId} pad={[2, 2, 1]} size="sm" tone="faint">
        {group}
      </Block>
      {commands.map((command) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above takes the keys
        <div
          key={command.id}
          id={toOptionId(listId, command)}
          role="option"
          aria-selected={command === current}
          className={styles.option}
          tabIndex={-1}
          onClick={() => onChoose(command)}
        >
          <bdi>{command.title}</bdi>
          {command.detail !== undefined && (
            <Text as="span" tone="soft">
              {command.detail}
            </Text>
          )}
        </div>
      ))}
    </div>
  );
}
