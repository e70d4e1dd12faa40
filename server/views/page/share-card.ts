// What the share image of a page shows: its avatar, name and bio in the colours of the page.
import { isDark } from '../../../contract/page/colours.ts';
import { scrimFor, throughLayer } from '../../../contract/page/contrast.ts';
import type { Page } from '../../../contract/page/page.ts';
import { readPictureFile, readUploadPath, shareFile, uploadPath } from '../../../contract/page/uploads.ts';
import type { Ground } from '../pictures/drawing.ts';
import type { ShareCard } from '../pictures/share-card.ts';
import { directionOfPage } from './direction.ts';
import { aboutAsWide } from './pictures/shown-picture.ts';
import { plainColours } from './style/plain-colours.ts';
import { type ThemeColours, textShade } from './style/theme-colours.ts';

type Shared = Pick<Page, 'accountId' | 'username' | 'name' | 'bio' | 'customize' | 'background' | 'language'> & {
  /** The path of an upload; null for the generated one. */
  avatar: string | null;
};

/** In pixels of the image. */
const radii: Record<string, number> = { square: 0, soft: 14, round: 22, pill: 34 };

export function shareCardOf(page: Shared): ShareCard {
  const { accountId, username, name, bio, customize } = page;
  const colours = plainColours(page);
  const { bg, surface, text, muted, button, buttonText } = colours.first;
  const picture = backgroundOf(page);
  const scrim = picture === undefined ? undefined : scrimFor(text, bg);
  const avatar = page.avatar === null ? undefined : forSharing(page.avatar);
  return {
    accountId,
    username,
    name,
    bio,
    isRightToLeft: directionOfPage(page) === 'rtl',
    ground: groundOf(colours),
    colours: {
      text,
      muted: scrim ? textShade(text, muted, throughLayer(scrim)) : muted,
      button,
      buttonText,
      edge: isDark(bg) ? text : surface,
    },
    radius: radii[customize.radius] ?? 0,
    ...(avatar !== undefined && { avatar }),
    ...(scrim && { picture, scrim }),
  };
}

function groundOf({ first, ground }: ThemeColours): Ground {
  const { bg, wash, surface } = first;
  const [from = bg, to = from] = ground ?? [];
  const glows = ground ? [] : (wash ?? [surface, bg]);
  const centres = [
    { x: 0.05, y: 0 },
    { x: 1, y: 0.9 },
  ];
  return {
    from,
    to,
    // As in the gradient of the page, at 160 degrees.
    towards: { x: 0.34, y: 0.94 },
    lights: glows.map((colour, index) => ({ colour, centre: centres[index]!, radius: 0.75 })),
  };
}

/** The uploaded background image. External ones are not fetched. */
function backgroundOf({ background: { type, settings } }: Shared): string | undefined {
  const { source, image } = settings.image;
  return type === 'image' && source === 'upload' && image !== '' ? forSharing(image) : undefined;
}

const MOVING_WIDTH = 384;

/** The path of a small version, which every still picture has as a JPEG. */
function forSharing(path: string): string | undefined {
  const upload = readUploadPath(path);
  const shape = upload && readPictureFile(upload.file);
  if (!shape) return undefined;
  return shape.isMoving ? aboutAsWide(path, MOVING_WIDTH) : uploadPath({ ...upload, file: shareFile });
}
