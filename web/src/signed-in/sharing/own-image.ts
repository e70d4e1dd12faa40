import type { Seo } from '../../../../clients/typescript/index.ts';

/** The owner's picture for shared links. Null: the service paints a card. */
export function ownImageOf({
  opengraph_image: address,
}: {
  opengraph_image: Seo['opengraph_image'] | null;
}): string | null {
  return address && !address.includes('/pictures/share/') ? address : null;
}
