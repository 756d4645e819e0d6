/** Counts and shares in fixed English. */
const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '12,345' */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** '12,345 requests', '1 request': a count with its noun, which is given as a regular plural. */
export function formatCounted(count: number, nouns: string): string {
  return `${formatCount(count)} ${toNoun(count, nouns)}`;
}

/** 'requests', or 'request' for a count of 1. */
export function toNoun(count: number, nouns: string): string {
  return count === 1 ? nouns.replace(/s$/, '') : nouns;
}

/** '12.3K' */
export function formatCompactCount(count: number): string {
  return compact.format(count);
}

/** '94.2%' of a value in percent. */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent)}%`;
}

/** A part in percent of the total; 0 for a total of 0. */
export function toShare(part: number, total: number): number {
  return total === 0 ? 0 : (part / total) * 100;
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `1.2 GB`: 10,000 kB are 10 MB, as disks and files are labelled. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), byteUnits.length - 1);
  const amount = bytes / 1000 ** step;
  return `${amount.toLocaleString('en', { maximumFractionDigits: step === 0 ? 0 : 1 })} ${byteUnits[step]}`;
}
