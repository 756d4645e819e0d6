import { useRef } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MinusIcon } from '#web/ui/drawings/icons.tsx';
import { ListEntryField } from '../form/list-entry-field.tsx';
import { withoutPlace, type ListFieldProps } from '../form/list-field.ts';
import { Block, Row, Stack } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
import { findPicture } from './screenshot-kind.ts';
import { ScreenshotPicture } from './screenshot-picture.tsx';
import { ScreenshotUpload } from './screenshot-upload.tsx';
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
    <Stack ref={frame} gap={4}>
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
    </Stack>
  );
}

interface ScreenshotRowsProps {
  entries: readonly string[];
  onRemove: (place: number) => void;
}

function ScreenshotRows({ entries, onRemove }: ScreenshotRowsProps) {
  const rows = entries.map((address, place) => ({ address, place, picture: findPicture(address) }));
  return (
    <Block as="ul" rule="above" above={3} aria-label="Added screenshots">
      {rows.map(({ address, place, picture }) => (
        <Row as="li" key={place} gap={3} pad={[2, 0]} rule="below">
          <span className={`${styles.thumbnail} ${styles.small}`}>
            {picture && <ScreenshotPicture picture={picture} alt={`Screenshot ${place + 1}`} size="preview" />}
          </span>
          <Block as="bdi" breaks="anywhere" grow>
            {picture && 'key' in picture ? 'Uploaded image' : address}
          </Block>
          <IconButton label={`Remove screenshot ${place + 1}`} onClick={() => onRemove(place)}>
            <MinusIcon size={18} />
          </IconButton>
        </Row>
      ))}
    </Block>
  );
}
