import { logoMaxBytes } from '#contract/company.ts';
import { problems } from '#contract/problems.ts';

/** What the file dialog offers. The server looks at the bytes themselves. */
export const logoTypes = ['image/png', 'image/jpeg'];

/** Why a file can not be a logo, before it is sent; null where it may be one. */
export function checkLogo(file: Pick<File, 'type' | 'size'>): string | null {
  const isTaken = logoTypes.includes(file.type) && file.size > 0 && file.size <= logoMaxBytes;
  return isTaken ? null : problems['company.logo-refused'].message;
}
