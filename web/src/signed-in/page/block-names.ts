// What each type of block is called, what it is for, and how it looks in a list.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BlockType } from '../../../../contract/vocabulary.ts';
import type { IconName } from '../../design/icon.tsx';

interface BlockName {
  readonly title: MessageDescriptor;
  readonly text: MessageDescriptor;
  readonly icon: IconName;
}

/** In the order of the gallery: what most pages have comes first. */
export const blockNames: Readonly<Record<BlockType, BlockName>> = {
  links: { title: msg`Links`, text: msg`Buttons that lead somewhere`, icon: 'link' },
  heading: { title: msg`Heading`, text: msg`A title for what follows`, icon: 'heading' },
  text: { title: msg`Text`, text: msg`A few sentences, with bold and links`, icon: 'text' },
  social: { title: msg`Social profiles`, text: msg`Your networks as icons or buttons`, icon: 'share' },
  image: { title: msg`Picture`, text: msg`One picture, with or without a link`, icon: 'picture' },
  gallery: { title: msg`Gallery`, text: msg`Several pictures side by side`, icon: 'grid' },
  video: { title: msg`Video`, text: msg`YouTube, Vimeo or TikTok`, icon: 'play' },
  music: { title: msg`Music`, text: msg`Spotify, SoundCloud or Apple Music`, icon: 'music' },
  signup: { title: msg`Sign-up form`, text: msg`Collect e-mail addresses`, icon: 'mail' },
  contact_form: { title: msg`Contact form`, text: msg`Messages from visitors`, icon: 'form' },
  faq: { title: msg`Questions`, text: msg`Answers that unfold`, icon: 'question' },
  countdown: { title: msg`Countdown`, text: msg`Time left until a moment`, icon: 'clock' },
  file: { title: msg`File`, text: msg`Something to download`, icon: 'download' },
  contact_card: { title: msg`Contact card`, text: msg`Visitors save it to their phone`, icon: 'account' },
  map: { title: msg`Map`, text: msg`Where to find you`, icon: 'map' },
  divider: { title: msg`Divider`, text: msg`A line, dots, a wave or space`, icon: 'divider' },
};
