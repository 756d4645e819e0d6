import { useCallback } from 'react';

/** A picture whose bytes are here already: fetched with the identity token, which an address can not carry. */
export function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const showBlob = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={showBlob} alt={alt} />;
}
