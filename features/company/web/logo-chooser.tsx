import { Button } from '@mantine/core';
import { useRef, useState, type ChangeEvent } from 'react';
import { logoMaxBytes, type Company } from '#features/company/contract/company.ts';
import { logoRecommendedSize } from '#contract/constants.ts';
import { problems } from '#contract/problems.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { BlobImage } from '#web/ui/blob-image.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useFile, useDeleteLogo, useUpdateLogo } from './company.queries.ts';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './logo-chooser.module.css';

interface LogoChooserProps {
  /** The key of the file; null without a logo. */
  logo: string | null;
  /** Called with the company after its logo was uploaded or removed. */
  onChange: (company: Company) => void;
}

const { width, height } = logoRecommendedSize;

/** Shows, uploads and removes the logo. The problem of a file is shown under the buttons. */
export function LogoChooser({ logo, onChange }: LogoChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useUpdateLogo();
  const remove = useDeleteLogo();

  async function change(request: Promise<Company>, confirmation: string) {
    setError(null);
    try {
      onChange(await request);
      showToast(confirmation);
    } catch (problem) {
      setError(toErrorWords(problem));
    }
  }

  function chooseFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    // Without a reset, choosing the same file again would fire no change event.
    event.currentTarget.value = '';
    if (!file) return;
    const problem = checkLogo(file);
    if (problem) setError(problem);
    else void change(upload.mutateAsync({ body: file }), 'The logo has been saved.');
  }

  return (
    <Stack gap={3} align="start">
      <LogoPreview logo={logo} />
      <Text size="sm" tone="faint" id="logo-hint">
        {`Recommended ${width}x${height} px, PNG/JPG, at most 2 MB.`}
      </Text>
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Logo file"
        onChange={chooseFile}
      />
      <Row gap={2} align="stretch">
        <Button
          variant="default"
          onClick={() => input.current?.click()}
          loading={upload.isPending}
          disabled={remove.isPending}
          aria-describedby="logo-hint"
        >
          {logo ? 'Replace the logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => void change(remove.mutateAsync({}), 'The logo has been removed.')}
            loading={remove.isPending}
            disabled={upload.isPending}
          >
            Remove the logo
          </Button>
        )}
      </Row>
      {upload.isPending && <progress className={styles.progress} aria-label="Uploading the logo" />}
      {error && (
        <Text size="sm" tone="red" measure={26} role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** Offered by the file dialog. The server checks the bytes. */
const logoTypes = ['image/png', 'image/jpeg'];

/** The problem of a file, found before the upload; null where there is none. */
function checkLogo(file: Pick<File, 'type' | 'size'>): string | null {
  const isAccepted = logoTypes.includes(file.type) && file.size > 0 && file.size <= logoMaxBytes;
  return isAccepted ? null : problems['company.logo-refused'].message;
}

/** The logo at its recommended size, fetched as bytes because an image address can not carry the identity token. */
function LogoPreview({ logo }: { logo: string | null }) {
  const file = useFile(logo);
  return (
    <div className={styles.preview} data-empty={logo === null || undefined}>
      {logo === null && <span>No logo yet</span>}
      {logo !== null && file.isPending && <span role="status">Loading the logo…</span>}
      {logo !== null && file.isError && <span role="status">The logo could not be loaded.</span>}
      {logo !== null && file.data && <BlobImage blob={file.data} alt="Company logo" />}
    </div>
  );
}
