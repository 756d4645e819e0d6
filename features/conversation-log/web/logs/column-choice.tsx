import { maxChosen } from '#web/lib/filter-address.ts';
import { useStore } from '#web/lib/create-store.ts';
import { ColumnsIcon } from '#web/ui/drawings/icons.tsx';
import { MultiSelectFilter } from '#web/ui/filters/multi-select-filter.tsx';
import styles from './logs.module.css';
import { optionalColumns, showColumns, shownColumnsStore } from './shown-columns.ts';

const options = optionalColumns.map(({ key, label }) => ({ value: key, label }));

interface ColumnChoiceProps {
  /** Without any there is no head. */
  rows: readonly unknown[] | undefined;
}

/** The choice of further columns, an icon in the head of the table. */
export function ColumnChoice({ rows = [] }: ColumnChoiceProps) {
  const chosen = useStore(shownColumnsStore);
  if (rows.length === 0) return null;
  return (
    <div className={styles.columns} data-unprinted>
      <MultiSelectFilter
        label="Columns"
        icon={<ColumnsIcon size={18} />}
        options={options}
        chosen={chosen}
        noneLabel="Usual"
        maxChosen={maxChosen}
        onChange={showColumns}
      />
    </div>
  );
}
