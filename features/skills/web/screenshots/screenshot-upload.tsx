import { Button } from '@mantine/core';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { screenshotTypes } from './check-screenshot.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import styles from '../skills.module.css';
import { useScreenshotUpload } from './use-screenshot-upload.ts';

interface ScreenshotUploadProps {
  count: number;
  /** Called with the address to store in the skill. */
  onUploaded: (address: string) => void;
  onUploading: (isUploading: boolean) => void;
}

/** Uploads chosen or dropped pictures and lists the problems below. */
export function ScreenshotUpload(props: ScreenshotUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { progress, failures, uploadAll } = useScreenshotUpload(props);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.currentTarget.files ?? [])];
    // Without a reset, choosing the same file again would fire no change event.
    event.currentTarget.value = '';
    void uploadAll(files);
  }

  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void uploadAll([...event.dataTransfer.files]);
    },
  };

  return (
    <Row pad={4} gap={4} rowGap={2} wrap className={styles.upload} data-over={isOver || undefined} {...dropProps}>
      <input
        ref={input}
        type="file"
        multiple
        accept={screenshotTypes.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Screenshot files"
        onChange={choose}
      />
      <Button
        variant="default"
        onClick={() => input.current?.click()}
        loading={progress !== undefined}
        aria-describedby="screenshot-hint"
      >
        Upload screenshots
      </Button>
      <Text size="sm" tone="faint" grow className={styles.hint} id="screenshot-hint">
        Or drop them here. PNG, JPEG or WebP, at most 5 MB and 20 megapixels each.
      </Text>
      {progress && (
        <Row as="p" gap={3} size="sm" tone="soft" full className={styles.progress} role="status">
          <progress aria-label="Uploading" />
          <span>{`Uploading ${progress.place} of ${progress.of}`}</span>
        </Row>
      )}
      {failures.length > 0 && (
        <Block as="ul" size="sm" tone="red" breaks="anywhere" full role="alert">
          {[...new Set(failures)].map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </Block>
      )}
    </Row>
  );
}
