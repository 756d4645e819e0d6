import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { logoMaxBytes } from '#contract/company.ts';
import type { Company } from '#contract/company.ts';
import { logoRecommendedSize } from '#contract/constants.ts';
import { problems } from '#contract/problems.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { BlobImage } from '../../ui/blob-image.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useFile, useRemoveLogo, useUploadLogo } from './company.queries.ts';
import styles from './logo-chooser.module.css';

interface LogoChooserProps {
  /** The key of the picture's file; null without one. */
  logo: string | null;
  /** The company as it stands after the logo was set or removed. */
  onChange: (company: Company) => void;
}

const { width, height } = logoRecommendedSize;

/** Shows, sets and removes the logo. What is wrong with a file stands under the buttons. */
export function LogoChooser({ logo, onChange }: LogoChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useUploadLogo();
  const remove = useRemoveLogo();

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
    // Choosing the same file again must count as a choice.
    event.currentTarget.value = '';
    if (!file) return;
    const refusal = checkLogo(file);
    if (refusal) setError(refusal);
    else void change(upload.mutateAsync({ body: file }), 'The logo has been saved.');
  }

  return (
    <div className={styles.chooser}>
      <LogoPreview logo={logo} />
      <p className={styles.hint} id="logo-hint">
        Recommended {width}x{height} px, PNG/JPG, at most 2 MB.
      </p>
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Logo file"
        onChange={chooseFile}
      />
      <div className={styles.actions}>
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
      </div>
      {upload.isPending && <progress className={styles.progress} aria-label="Uploading the logo" />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** What the file dialog offers. The server looks at the bytes themselves. */
const logoTypes = ['image/png', 'image/jpeg'];

/** Why a file can not be a logo, before it is sent; null where it may be one. */
function checkLogo(file: Pick<File, 'type' | 'size'>): string | null {
  const isTaken = logoTypes.includes(file.type) && file.size > 0 && file.size <= logoMaxBytes;
  return isTaken ? null : problems['company.logo-refused'].message;
}

/** The logo on a field of its recommended size. Its bytes are fetched with the identity token, which an address can not carry. */
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
