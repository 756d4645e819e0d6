import { useState } from 'react';
import { maxScreenshots } from '#features/skills/contract/skill-values.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { checkScreenshot } from './check-screenshot.ts';
import { useCreateScreenshot } from '../skills.queries.ts';

interface ScreenshotUploadOptions {
  /** The number of screenshots in the skill. */
  count: number;
  onUploaded: (address: string) => void;
  onUploading: (isUploading: boolean) => void;
}

const tooMany = `A skill can have at most ${maxScreenshots} screenshots.`;

/** Uploads files one after the other; a failed one does not stop the others. */
export function useScreenshotUpload({ count, onUploaded, onUploading }: ScreenshotUploadOptions) {
  const upload = useCreateScreenshot();
  const [progress, setProgress] = useState<{ place: number; of: number }>();
  const [failures, setFailures] = useState<readonly string[]>([]);

  async function send(file: File): Promise<string | undefined> {
    const failure = checkScreenshot(file);
    if (failure) return failure;
    try {
      const { url } = await upload.mutateAsync({ body: file });
      onUploaded(url);
      return undefined;
    } catch (error) {
      return toErrorWords(error);
    }
  }

  async function uploadAll(chosen: readonly File[]) {
    if (progress !== undefined || chosen.length === 0) return;
    const files = chosen.slice(0, Math.max(0, maxScreenshots - count));
    const refused: string[] = [];
    setFailures([]);
    onUploading(true);
    for (const [index, file] of files.entries()) {
      setProgress({ place: index + 1, of: files.length });
      const failure = await send(file);
      if (failure !== undefined) refused.push(`${file.name}: ${failure}`);
    }
    if (files.length < chosen.length) refused.push(tooMany);
    setFailures(refused);
    setProgress(undefined);
    onUploading(false);
  }

  return { progress, failures, uploadAll };
}
