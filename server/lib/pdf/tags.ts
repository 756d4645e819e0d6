/** Elements of a PDF in the order in which they are drawn, by which a screen reader reads it. */
export function createTags(pdf: PDFKit.PDFDocument) {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const open = [root];
  let isDecoration = false;
  const add = (element: ReturnType<PDFKit.PDFDocument['struct']>) => open.at(-1)?.add(element);
  const mark = <Answer>(tag: string, draw: () => Answer, options: { readonly alt?: string } = {}): Answer => {
    if (isDecoration) return draw();
    const content = pdf.markStructureContent(tag);
    const answer = draw();
    pdf.endMarkedContent();
    add(pdf.struct(tag, options, content));
    return answer;
  };
  return {
    tagText: mark,
    group<Answer>(tag: string, draw: () => Answer): Answer {
      if (isDecoration) return draw();
      const element = pdf.struct(tag);
      open.push(element);
      const answer = draw();
      open.pop();
      add(element);
      element.end();
      return answer;
    },
    figure(alt: string, draw: () => void): void {
      mark('Figure', draw, { alt });
    },
    decorate<Answer>(draw: () => Answer): Answer {
      if (isDecoration) return draw();
      isDecoration = true;
      pdf.markContent('Artifact', { type: 'Layout' });
      const answer = draw();
      pdf.endMarkedContent();
      isDecoration = false;
      return answer;
    },
    endTags: () => root.end(),
  };
}
