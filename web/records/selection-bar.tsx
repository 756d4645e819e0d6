import { Button } from '@mantine/core';
import { useFocusRescue } from '../lib/focus-heading.ts';
import { formatCount } from '../lib/numbers.ts';
import { ChevronDownIcon } from '../ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '../ui/dropdown.tsx';
import { DangerButton } from '../ui/forms/danger-button.tsx';

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
  actions: readonly SelectionAction[];
  onClear: () => void;
  onDelete?: (() => void) | undefined;
}

/** The actions on the selected rows of a list, in its toolbar: how many there are, a menu, and Delete apart from it. */
export function SelectionBar({ count, most, many, actions, onClear, onDelete }: SelectionBarProps) {
  useFocusRescue();
  const isOverLimit = count > most;
  return (
    <>
      <span id="selected-records" role="status">
        {isOverLimit ? `You can change at most ${formatCount(most)} ${many} at once` : `${formatCount(count)} selected`}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        Clear
      </Button>
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
      {onDelete && (
        <DangerButton aria-describedby="selected-records" disabled={isOverLimit} onClick={onDelete}>
          Delete
        </DangerButton>
      )}
    </>
  );
}
