import { useRef } from 'react';
import { MinusIcon } from '../../../ui/drawings/icons.tsx';
import { ListEntryField } from '../form/list-entry-field.tsx';
import { withoutPlace, type ListFieldProps } from '../form/list-field.ts';
import styles from '../form/list-fields.module.css';
import { findPicture } from './screenshot-kind.ts';
import { ScreenshotPicture } from './screenshot-picture.tsx';
import { ScreenshotUpload } from './screenshot-upload.tsx';
import pictureStyles from './screenshots.module.css';
import { validateEntry } from '../form/skill-form-values.ts';

interface ScreenshotListProps extends ListFieldProps {
  onUploading: (isUploading: boolean) => void;
}

/** The screenshots of the skill form: external addresses and uploaded pictures. */
export function ScreenshotList(props: ScreenshotListProps) {
  const { entries, error, pathProps, onChange, pending, onPending, onUploading } = props;
  const frame = useRef<HTMLDivElement>(null);
  const append = (address: string) => onChange((list) => [...list, address]);

  function add(address: string): string | undefined {
    const failure = validateEntry('screenShots', [...entries, address]);
    if (failure === undefined) append(address);
    return failure;
  }

  /** Focuses the field, because the focused button disappears with its row. */
  function remove(place: number) {
    onChange(withoutPlace(place));
    frame.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={frame} className={styles.stack}>
      <ListEntryField
        label="Screenshot URL"
        description="An https address. Press Enter or + after each."
        text={pending}
        onText={onPending}
        addLabel="Add screenshot URL"
        onAdd={add}
        error={error}
        pathProps={pathProps}
        inputMode="url"
      />
      <ScreenshotUpload count={entries.length} onUploaded={append} onUploading={onUploading} />
      {entries.length > 0 && <ScreenshotRows entries={entries} onRemove={remove} />}
    </div>
  );
}

interface ScreenshotRowsProps {
  entries: readonly string[];
  onRemove: (place: number) => void;
}

function ScreenshotRows({ entries, onRemove }: ScreenshotRowsProps) {
  const rows = entries.map((address, place) => ({ address, place, picture: findPicture(address) }));
  return (
    <ul className={styles.entries} aria-label="Added screenshots">
      {rows.map(({ address, place, picture }) => (
        <li key={place}>
          <span className={`${pictureStyles.thumbnail} ${styles.small}`}>
            {picture && <ScreenshotPicture picture={picture} alt={`Screenshot ${place + 1}`} size="preview" />}
          </span>
          <bdi className={styles.text}>{picture && 'key' in picture ? 'Uploaded image' : address}</bdi>
          <button
            type="button"
            className={styles.sign}
            aria-label={`Remove screenshot ${place + 1}`}
            onClick={() => onRemove(place)}
          >
            <MinusIcon size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}
