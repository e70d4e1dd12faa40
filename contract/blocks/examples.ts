// An example of each type of block, which the dashboard does not load.

import { example as contactCard } from './contact-card.ts';
import { example as contactForm } from './contact-form.ts';
import { example as countdown } from './countdown.ts';
import type { Example } from './definition.ts';
import { example as divider } from './divider.ts';
import { example as faq } from './faq.ts';
import { example as file } from './file.ts';
import { example as gallery } from './gallery.ts';
import { example as heading } from './heading.ts';
import { example as image } from './image.ts';
import type { BlockType } from './index.ts';
import { example as links } from './links.ts';
import { example as map } from './map.ts';
import { example as music } from './music.ts';
import { example as quote } from './quote.ts';
import { example as signup } from './signup.ts';
import { example as social } from './social.ts';
import { example as text } from './text.ts';
import { example as video } from './video.ts';

export const blockExamples: Readonly<Record<BlockType, Example>> = {
  links,
  heading,
  text,
  image,
  gallery,
  video,
  music,
  faq,
  signup,
  contact_form: contactForm,
  countdown,
  file,
  contact_card: contactCard,
  map,
  divider,
  social,
  quote,
};
