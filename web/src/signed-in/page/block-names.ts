// What each type of block is called and looks like in a list.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BlockType } from '../../../../contract/vocabulary.ts';
import type { IconName } from '../../design/icon.tsx';

export const blockNames: Readonly<Record<BlockType, { title: MessageDescriptor; icon: IconName }>> = {
  links: { title: msg`Links`, icon: 'link' },
  heading: { title: msg`Heading`, icon: 'text' },
  text: { title: msg`Text`, icon: 'text' },
  image: { title: msg`Picture`, icon: 'picture' },
  gallery: { title: msg`Gallery`, icon: 'picture' },
  video: { title: msg`Video`, icon: 'play' },
  music: { title: msg`Music`, icon: 'play' },
  faq: { title: msg`Questions`, icon: 'info' },
  signup: { title: msg`Sign-up form`, icon: 'mail' },
  contact_form: { title: msg`Contact form`, icon: 'form' },
  countdown: { title: msg`Countdown`, icon: 'refresh' },
  file: { title: msg`File`, icon: 'download' },
  contact_card: { title: msg`Contact card`, icon: 'account' },
  map: { title: msg`Map`, icon: 'external' },
  divider: { title: msg`Divider`, icon: 'more' },
  social: { title: msg`Social profiles`, icon: 'share' },
};
