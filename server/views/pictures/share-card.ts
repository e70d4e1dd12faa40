// The picture for link previews of a page, 1200 × 630: avatar, name, bio and username in the colours of the page. All text
// is drawn as outlines. Characters that our fonts do not have, such as emoji, are omitted; a name with missing letters is
// replaced by the username.
import type { Hex } from '../../../contract/page/colours.ts';
import type { Scrim } from '../../../contract/page/contrast.ts';
import { circle, type Drawing, type Ground, rectangle, type Shape } from './drawing.ts';
import { fit, type Setting } from './fitting.ts';
import { groundOf } from './generated-background.ts';
import { initials } from './initials.ts';
import { randomOf } from './palette.ts';
import type { Typeface } from './typeface.ts';

export interface ShareCard {
  accountId: number;
  username: string;
  name: string;
  bio: string;
  isRightToLeft: boolean;
  ground: Ground;
  /** `edge` surrounds the avatar. */
  colours: Record<'text' | 'muted' | 'button' | 'buttonText' | 'edge', Hex>;
  /** Of the corners of buttons. */
  radius: number;
  /** Paths of uploads. Without an avatar, the generated one is drawn. */
  avatar?: string;
  picture?: string | undefined;
  /** Between the picture and the text. */
  scrim?: Scrim;
}

export interface Lettering {
  bold: Typeface;
  regular: Typeface;
}

export const shareSize = { width: 1200, height: 630 };
const { width, height } = shareSize;
const margin = 88;
const head = 264;
const edge = 10;
const gap = 64;
const column = width - 2 * margin - head - gap;
const tight = -0.018;
const button = { height: 68, padding: 32 };

/** Of the avatar, which is a circle of this diameter. */
export function avatarBox({ isRightToLeft }: ShareCard): { left: number; top: number; side: number } {
  return { left: isRightToLeft ? width - margin - head : margin, top: (height - head) / 2, side: head };
}

/** Everything but the pictures: the avatar is drawn over it, and a background picture, if there is one, under it. */
export function sharePicture(card: ShareCard, { bold, regular }: Lettering, isOnPicture = false): Drawing {
  const { colours, ground } = card;
  const scrim = isOnPicture && card.scrim;
  const handle = `@${card.username}`;
  const shownName = readable(card.name, bold) || handle;
  const title = fitTitle(shownName, bold);
  const text = fit(
    readable(card.bio, regular) ?? '',
    regular.widthOf,
    column,
    title.lines.length > 1 ? 2 : 3,
    [36, 32],
  );
  const label = fit(handle, bold.widthOf, column - 2 * button.padding, 1, [34, 30, 26]);
  const hasLabel = shownName !== handle;

  const titleHeight = title.lines.length * title.size * 1.14;
  const textHeight = text.lines.length * text.size * 1.42;
  const overText = text.lines.length > 0 ? 16 : 0;
  const overLabel = hasLabel ? 32 : 0;
  const labelHeight = hasLabel ? button.height : 0;
  const top = (height - titleHeight - overText - textHeight - overLabel - labelHeight) / 2;
  const textTop = top + titleHeight + overText;
  const labelTop = textTop + textHeight + overLabel;

  const { left, side } = avatarBox(card);
  const align = alignmentOf(card);
  return {
    width,
    height,
    ...(!isOnPicture && { ground }),
    shapes: [
      ...(scrim ? [{ path: rectangle(0, 0, width, height, 0), colour: scrim.color, opacity: scrim.opacity }] : []),
      { path: circle(left + side / 2, height / 2, side / 2 + edge), colour: colours.edge },
      ...textLines(title, { face: bold, colour: colours.text, top, leading: 1.14, tracking: tight, align }),
      ...textLines(text, { face: regular, colour: colours.muted, top: textTop, leading: 1.42, align }),
      ...(hasLabel ? labelShapes(card, label, bold, labelTop, align) : []),
    ],
  };
}

/** The avatar of an account without a picture, as on its page. */
export function initialsPicture({ accountId, name, username }: ShareCard, { bold }: Lettering): Drawing {
  const shownName = readable(name, bold) || `@${username}`;
  return {
    width: head,
    height: head,
    ground: groundOf(randomOf(`account ${accountId}`)),
    shapes: [initialsAt(initials(shownName) || '@', head / 2, head / 2, bold)],
  };
}

/** Where a line of a width begins. */
type LineAlignment = (lineWidth: number) => number;

function alignmentOf(card: ShareCard): LineAlignment {
  const { left, side } = avatarBox(card);
  return card.isRightToLeft ? (lineWidth) => left - gap - lineWidth : () => left + side + gap;
}

/** The username on a button of the page. */
function labelShapes(
  { colours, radius }: ShareCard,
  { lines, size }: Setting,
  face: Typeface,
  top: number,
  align: LineAlignment,
): Shape[] {
  const text = lines[0] ?? '';
  const boxWidth = face.outline(text, size).width + 2 * button.padding;
  const x = align(boxWidth);
  return [
    { path: rectangle(0, 0, boxWidth, button.height, radius), x, y: top, colour: colours.button },
    line(text, face, size, x + button.padding, top + button.height / 2 + size * 0.35, colours.buttonText),
  ];
}

/** The text that can be drawn; undefined if letters are missing. */
function readable(text: string, face: Typeface): string | undefined {
  let drawn = '';
  for (const { segment } of graphemes.segment(text.toWellFormed().normalize('NFC').replace(unseen, ''))) {
    const sign = segment.replace(/(\p{M}{2})\p{M}+/gu, '$1');
    // Compatibility characters, as in 𝓐𝓭𝓪, are drawn as plain letters.
    const known = [sign, sign.normalize('NFKC')].find(face.has);
    if (known === undefined && /[\p{L}\p{N}]/u.test(sign)) return undefined;
    drawn += /\s/.test(sign) ? ' ' : (known ?? '');
  }
  return drawn.trim();
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const unseen = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;

/** One line if it can still be large, two otherwise. */
function fitTitle(name: string, { widthOf }: Typeface): Setting {
  const whole = fit(name, widthOf, column, 1, [92, 80, 72, 64]);
  return whole.whole ? whole : fit(name, widthOf, column, 2, [72, 64, 56, 48]);
}

function initialsAt(signs: string, x: number, y: number, face: Typeface): Shape {
  const size = Math.round(head * ([...signs].length > 1 ? 0.4 : 0.48));
  return line(signs, face, size, x - face.outline(signs, size).width / 2, y + size * 0.364, '#fff');
}

interface Lines {
  face: Typeface;
  colour: string;
  top: number;
  leading: number;
  tracking?: number;
  align: LineAlignment;
}

function textLines({ lines, size }: Setting, { face, colour, top, leading, tracking = 0, align }: Lines): Shape[] {
  return lines.map((text, index) => {
    const x = align(face.outline(text, size, tracking).width);
    return line(text, face, size, x, top + size * (0.84 + index * leading), colour, tracking);
  });
}

function line(text: string, face: Typeface, size: number, x: number, y: number, colour: string, tracking = 0): Shape {
  return { path: face.outline(text, size, tracking).path, x, y, colour, text };
}
