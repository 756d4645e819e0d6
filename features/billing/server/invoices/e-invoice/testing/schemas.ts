import * as z from 'zod';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';
import { readPacked } from './packed.ts';

const mains = {
  cii: { packed: 'cii-d16b.xsd', file: 'CrossIndustryInvoice_100pD16B.xsd' },
  Invoice: { packed: 'ubl-2.1.xsd', file: 'UBL-Invoice-2.1.xsd' },
  CreditNote: { packed: 'ubl-2.1.xsd', file: 'UBL-CreditNote-2.1.xsd' },
} as const;

/** Errors of documents by the schema of their syntax; one process reads all of them. */
export async function listSchemaErrors(schema: keyof typeof mains, documents: readonly string[]): Promise<string[]> {
  const { packed, file } = mains[schema];
  const files = Object.entries(z.record(z.string(), z.string()).parse(readPacked(packed))).map(
    // The files stand in one folder there.
    ([fileName, contents]): XMLFileInfo => ({ fileName, contents: contents.replaceAll('"../common/', '"') }),
  );
  const { errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: files.filter(({ fileName }) => fileName === file),
    preload: files.filter(({ fileName }) => fileName !== file),
    initialMemoryPages: 1024,
    maxMemoryPages: 16_384,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
