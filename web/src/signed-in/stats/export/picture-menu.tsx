import { useLingui } from '@lingui/react/macro';
import { IconButton } from '../../../design/actions/button.tsx';
import { toast } from '../../../design/feedback/toasts.tsx';
import { Menu } from '../../../design/overlays/menu.tsx';
import { downloadBlob, downloadText } from '../../download.ts';
import { pngOf } from './png.ts';
import { standalonePicture } from './standalone-svg.ts';

interface PictureMenuProps {
  /** The drawing as it is now. */
  svg: () => SVGSVGElement | null;
  /** Of the file, without its ending. */
  name: string;
  /** Below the picture: what it shows, the range, the time zone and the filters. */
  caption: string;
}

/** Saves a drawing of the screen as a file. */
export function PictureMenu({ svg, name, caption }: PictureMenuProps) {
  const { t } = useLingui();
  const picture = () => {
    const drawing = svg();
    return drawing && standalonePicture(drawing, caption);
  };
  const saveSvg = () => {
    const drawn = picture();
    if (drawn) downloadText(`${name}.svg`, drawn.text, 'image/svg+xml');
  };
  const savePng = async () => {
    const drawn = picture();
    if (!drawn) return;
    try {
      downloadBlob(`${name}.png`, await pngOf(drawn));
    } catch {
      toast(t`The browser could not draw the picture. Save it as SVG instead.`);
    }
  };
  return (
    <Menu
      label={t`Save as a picture`}
      items={[
        { label: t`PNG, for slides and posts`, icon: 'picture', onChoose: () => void savePng() },
        { label: t`SVG, for print`, icon: 'file', onChoose: saveSvg },
      ]}
    >
      {(opener) => <IconButton {...opener} icon="download" label={t`Save as a picture`} />}
    </Menu>
  );
}
