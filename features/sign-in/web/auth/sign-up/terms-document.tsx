import { getLegalChapters } from '#web/lib/legal-chapters.ts';
import { settings } from '#web/lib/settings.ts';

/** The agreement 'Terms & Conditions': the chapters of the legal page. */
export function TermsDocument() {
  return getLegalChapters(settings.brand).map((chapter) => (
    <section key={chapter.id}>
      <h3>{chapter.title}</h3>
      {chapter.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
}
