import { getLegalChapters } from '../../../lib/legal-chapters.ts';
import { settings } from '../../../lib/settings.ts';

/** What a person agrees to with 'Terms & Conditions': the same chapters as the legal page behind the sign-in. */
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
