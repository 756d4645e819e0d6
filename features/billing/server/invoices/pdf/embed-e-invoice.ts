import type { EInvoice } from '../e-invoice/e-invoice.ts';
import { renderCii } from '../e-invoice/render-cii.ts';

/** The name that readers of Factur-X look for. */
const fileName = 'factur-x.xml';

const property = (name: string, description: string) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>${name}</pdfaProperty:name>
    <pdfaProperty:valueType>Text</pdfaProperty:valueType>
    <pdfaProperty:category>external</pdfaProperty:category>
    <pdfaProperty:description>${description}</pdfaProperty:description>
  </rdf:li>`;

/** The properties of Factur-X, and their schema, which PDF/A wants beside them. */
const metadata = `
  <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas>
      <rdf:Bag>
        <rdf:li rdf:parseType="Resource">
          <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
          <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
          <pdfaSchema:prefix>fx</pdfaSchema:prefix>
          <pdfaSchema:property>
            <rdf:Seq>${property('DocumentFileName', 'Name of the embedded XML file')}${property('DocumentType', 'Type of the document')}${property('Version', 'Version of the embedded XML schema')}${property('ConformanceLevel', 'Conformance level of the embedded XML')}
            </rdf:Seq>
          </pdfaSchema:property>
        </rdf:li>
      </rdf:Bag>
    </pdfaExtension:schemas>
  </rdf:Description>`;

/** Makes the PDF/A-3 a Factur-X of the profile EN 16931: with the invoice as XML in it. */
export function embedEInvoice(pdf: PDFKit.PDFDocument, eInvoice: EInvoice, madeAt: Date): void {
  const options = {
    name: fileName,
    type: 'text/xml',
    description: 'The invoice by EN 16931',
    relationship: 'Alternative',
    creationDate: madeAt,
    modifiedDate: madeAt,
  };
  pdf.file(Buffer.from(renderCii(eInvoice)), options);
  pdf.appendXML(metadata);
}
