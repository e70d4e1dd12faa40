import { Type } from 'typebox';
import { alignments, backgroundSources, backgroundTypes, radii } from '../vocabulary.ts';
import { Colour, Flag, Id, NullableText, OneOf, StringFlag, Url } from './common.ts';

const closed = { additionalProperties: false };

export const Seo = Type.Object(
  {
    enable: StringFlag,
    block_engine: StringFlag,
    page_name: Type.String(),
    page_description: Type.String(),
    opengraph_image: Url,
  },
  { title: 'Seo', ...closed },
);

/** Exactly the six of the contract: the others are in the section alone (`sections.ts`). */
const Social = Type.Object(
  {
    email: NullableText,
    whatsapp: NullableText,
    facebook: NullableText,
    instagram: NullableText,
    twitter: NullableText,
    youtube: NullableText,
  },
  { title: 'Social', ...closed },
);

export const Customize = Type.Object(
  {
    font: Type.String(),
    theme: Type.String(),
    button_background_color: Colour,
    button_text_color: Colour,
    texts_color: Colour,
    radius: OneOf(radii),
    bio_align: OneOf(alignments),
  },
  { title: 'Customize', ...closed },
);

export const Background = Type.Object(
  {
    type: Type.Union([OneOf(backgroundTypes), Type.Null()]),
    settings: Type.Object(
      {
        video: Type.Object(
          { source: OneOf(backgroundSources), external_url: NullableText, video: Type.String() },
          closed,
        ),
        image: Type.Object(
          { source: OneOf(backgroundSources), external_url: NullableText, image: Type.String() },
          closed,
        ),
        solid: Type.Object({ color: Colour }, closed),
        gradient: Type.Object({ color_1: Colour, color_2: Colour, animate: StringFlag }, closed),
      },
      closed,
    ),
  },
  { title: 'Background', ...closed },
);

export const Profile = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    bio: Type.String(),
    username: Type.String(),
    avatar: Url,
    plan_name: Type.String(),
    plan_due: Type.String({ pattern: '^[A-Z][a-z]{2} \\d{1,2}, \\d{4}$' }),
    is_active: Flag,
    seo: Seo,
    social: Social,
    customize: Customize,
    background: Background,
    lastActivity: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }),
    lastAgent: Type.String(),
    lastCountry: Type.String(),
    total_login: Type.Integer({ minimum: 0 }),
  },
  { title: 'Profile', ...closed },
);

/** The one envelope without `status`. */
export const ProfileAnswer = Type.Object({ response: Profile }, closed);
