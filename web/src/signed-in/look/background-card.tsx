import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { Switch } from '../../design/fields/choice.tsx';
import { ColourField } from '../../design/fields/colour-field.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { UploadButton } from '../files/upload-button.tsx';
import { frames, PictureDialog } from '../pictures/index.tsx';
import { BackgroundAddress } from './background-address.tsx';
import tiles from './background-card.module.css';
import styles from './look.module.css';
import type { Look } from './use-look.ts';

export function BackgroundCard({ look }: { look: Look }) {
  const { t } = useLingui();
  const { type } = look.background;
  const types = [
    { value: null, title: t`The theme’s own`, icon: 'look' },
    { value: 'solid', title: t`One colour`, icon: 'page' },
    { value: 'gradient', title: t`Gradient`, icon: 'moon' },
    { value: 'image', title: t`Picture`, icon: 'picture' },
    { value: 'video', title: t`Video`, icon: 'play' },
  ] as const satisfies readonly { value: string | null; title: string; icon: IconName }[];
  return (
    <Card title={t`Background`}>
      <fieldset>
        <legend className={tiles.legend}>{t`Background`}</legend>
        <div className={tiles.types}>
          {types.map(({ value, title, icon }) => (
            <label key={title} className={tiles.type}>
              <input
                type="radio"
                name="background"
                checked={type === value}
                onChange={() => look.setBackground({ type: value })}
              />
              <Icon name={icon} />
              <span>{title}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {type === 'solid' && <SolidFields look={look} />}
      {type === 'gradient' && <GradientFields look={look} />}
      {type === 'image' && <ImageFields look={look} />}
      {type === 'video' && <VideoFields look={look} />}
    </Card>
  );
}

function SolidFields({ look }: { look: Look }) {
  const { t } = useLingui();
  return (
    <ColourField
      label={t`Background colour`}
      value={look.background.settings.solid.color}
      onChange={(color) => look.setBackground({ settings: { solid: { color } } })}
    />
  );
}

function GradientFields({ look }: { look: Look }) {
  const { t } = useLingui();
  const { gradient } = look.background.settings;
  const set = (fields: Partial<typeof gradient>) => look.setBackground({ settings: { gradient: fields } });
  return (
    <div className={styles.fields}>
      <div
        className={styles.gradient}
        style={{ background: `linear-gradient(160deg, ${gradient.color_1}, ${gradient.color_2})` }}
      />
      <div className={styles.colours}>
        <ColourField label={t`From`} value={gradient.color_1} onChange={(color) => set({ color_1: color })} />
        <ColourField label={t`To`} value={gradient.color_2} onChange={(color) => set({ color_2: color })} />
      </div>
      <Switch
        label={t`Moves slowly`}
        hint={t`Visitors can stop it.`}
        checked={gradient.animate === '1'}
        onChange={(event) => set({ animate: event.target.checked ? '1' : '0' })}
      />
    </div>
  );
}

function ImageFields({ look }: { look: Look }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { image, source } = look.background.settings.image;
  const isUpload = source === 'upload';
  return (
    <div className={styles.fields}>
      <div className={styles.media}>
        {isUpload && image !== '' && <img src={image} alt={t`Background`} className={styles.thumb} />}
        <Button icon="picture" onClick={() => setOpen(true)}>
          {isUpload && image !== '' ? t`Change the picture` : t`Choose a picture`}
        </Button>
      </div>
      <PanelSwitch look={look} />
      <BackgroundAddress look={look} kind="image" label={t`Or the address of a picture elsewhere`} />
      {isOpen && (
        <PictureDialog
          title={t`Background picture`}
          frame={frames.whole}
          onClose={() => setOpen(false)}
          onChoose={({ url }) => {
            setOpen(false);
            look.setBackground({ settings: { image: { source: 'upload', image: url } } });
          }}
        />
      )}
    </div>
  );
}

function VideoFields({ look }: { look: Look }) {
  const { t } = useLingui();
  const { video, source } = look.background.settings.video;
  const hasUpload = source === 'upload' && video !== '';
  return (
    <div className={styles.fields}>
      {hasUpload && (
        <Banner tone="success" title={t`A video is chosen.`}>
          <Trans>It plays without sound. Visitors can stop it.</Trans>
        </Banner>
      )}
      <UploadButton
        label={hasUpload ? t`Choose another video` : t`Choose a video`}
        isVideo
        maxBytes={limits.videoBytes}
        hint={t`MP4 or WebM, at most 50 MB.`}
        onUploaded={({ url }) => look.setBackground({ settings: { video: { source: 'upload', video: url } } })}
      />
      <PanelSwitch look={look} />
      <BackgroundAddress look={look} kind="video" label={t`Or the address of a video elsewhere`} />
    </div>
  );
}

function PanelSwitch({ look }: { look: Look }) {
  const { t } = useLingui();
  return (
    <Switch
      label={t`Panel behind your links`}
      checked={look.layout === 'panel'}
      onChange={(event) => look.setLayout(event.target.checked ? 'panel' : 'full')}
    />
  );
}
