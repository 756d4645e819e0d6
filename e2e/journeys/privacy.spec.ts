import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expect, journey, signIn } from '../support/journey.ts';

journey(
  'a SuperAdmin requests an export of all data, downloads it, and finds both in the audit log',
  async ({ page }) => {
    await signIn(page, 'superadmin@acme.example');
    await page.goto('/settings/company');
    await page.getByRole('link', { name: 'Data and privacy' }).click();
    await page.getByText('There is no export to download.').waitFor();
    await page.getByRole('button', { name: 'Request export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download the export of/ }).click({ timeout: 60_000 });
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^company-data-\d{4}-\d{2}-\d{2}\.tar\.gz$/);
    const content = gunzipSync(await readFile(await file.path())).toString('latin1');
    expect(content).toContain('manifest.json');
    expect(content).toContain('superadmin@acme.example');
    expect(content).not.toContain('operator@steward.example');
    await page.goto('/settings/audit');
    await page.getByText('Export of all data downloaded').first().waitFor();
    await page.getByText('Export of all data requested').first().waitFor();
  },
);
