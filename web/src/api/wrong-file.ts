// A file of another kind than was asked for, recognised before it is sent. The service looks into files; this goes by
// their types, which browsers guess from names.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type WantedFile = 'picture' | 'video' | 'import';

const fits: Record<WantedFile, RegExp> = {
  picture: /^image\//,
  video: /^video\/(?:mp4|webm)$/,
  import: /^text\/|^application\/(?:json|xhtml\+xml)$/,
};

const choices = {
  picture: (type: string) => msg`This file has the type ${type}. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.`,
  video: (type: string) => msg`This file has the type ${type}. Choose a video: MP4 or WebM.`,
  import: (type: string) => msg`This file has the type ${type}. Choose a saved page, bookmarks, a table or a list.`,
};

/** What the file is and what to choose instead. Undefined if it fits, or if nobody can tell yet. */
export function wrongFile({ name, type }: File, wanted: WantedFile, i18n: I18n): string | undefined {
  if (type === '' || fits[wanted].test(type)) return undefined;
  const extension = /\.(\w{1,5})$/.exec(name)?.[1];
  return i18n._(choices[wanted](extension?.toUpperCase() ?? type));
}
