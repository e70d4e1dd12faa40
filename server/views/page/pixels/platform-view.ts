// What a page needs for a pixel of a platform, as its vendor documents it.
import type { PixelTemplate } from '../../../../contract/schemas/pixels.ts';

export interface PlatformView {
  /**
   * With {pixel} as the placeholder for the tracker id. The snippet is verbatim, so that the vendor's own checker recognises
   * it on the page. `icon` has class names of a common icon font; if that font has no icon for the platform, `svg` draws one.
   */
  template: PixelTemplate;
  vendor: Vendor;
}

/** The origins that it needs. A page's policy lists only those of its own pixels. */
export interface Vendor {
  /** The name in the consent bar. */
  name: string;
  script: readonly string[];
  img: readonly string[];
  connect: readonly string[];
  frame?: readonly string[];
  /** Large events are posted as a form into a frame. */
  form?: readonly string[];
  /** Its script loads unknown other scripts, so scripts that a trusted script adds are trusted too. */
  isOpenEnded?: true;
}
