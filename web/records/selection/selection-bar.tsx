import { Button } from '@mantine/core';
import { useFocusRescue } from '../../lib/focus-heading.ts';
import { formatCount } from '../../lib/numbers.ts';
import { ChevronDownIcon } from '../../ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx';
import { DangerButton } from '../../ui/forms/danger-button.tsx';
import { toKeyName } from '../../ui/keys/page-keys.ts';
import { usePageKey } from '../../ui/keys/use-page-key.ts';
import type { SelectionControls } from '../../ui/records/use-selection.ts';

/** An entry of the menu of a selection. */
interface SelectionAction {
  readonly label: string;
  readonly run: () => void;
  /** Why it cannot be chosen for these records. */
  readonly reason?: string | undefined;
}

interface SelectionBarProps {
  count: number;
  /** The most records that one call takes. */
  most: number;
  /** 'users' */
  many: string;
  /** Entries of the menu; without any there is none. */
  actions?: readonly SelectionAction[];
  controls: SelectionControls;
  onDelete?: (() => void) | undefined;
}

/**
 * The actions on the selected rows of a list, in its toolbar: how many there are, the way to all and to none, a menu, and Delete apart
 * from it. Escape selects none.
 */
export function SelectionBar({ count, most, many, actions = [], controls, onDelete }: SelectionBarProps) {
  const { clear, all } = controls;
  useFocusRescue();
  usePageKey('close', clear);
  const isOverLimit = count > most;
  return (
    <>
      <span id="selected-records" role="status">
        {isOverLimit ? `You can change at most ${formatCount(most)} ${many} at once` : `${formatCount(count)} selected`}
      </span>
      {all && (
        <Button variant="subtle" size="compact-sm" onClick={all.select}>
          {`Select all ${formatCount(all.count)}`}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" title={`Clear (${toKeyName('close')})`} onClick={clear}>
        Clear
      </Button>
      {actions.length > 0 && (
        <Dropdown
          label={`Change the selected ${many}`}
          isFramed
          isDisabled={isOverLimit}
          button={
            <>
              <span>Change</span>
              <ChevronDownIcon size={14} />
            </>
          }
        >
          {actions.map(({ label, run, reason }) => (
            <DropdownItem key={label} onSelect={run} reason={reason}>
              {label}
            </DropdownItem>
          ))}
        </Dropdown>
      )}
      {onDelete && (
        <DangerButton aria-describedby="selected-records" disabled={isOverLimit} onClick={onDelete}>
          Delete
        </DangerButton>
      )}
    </>
  );
}
