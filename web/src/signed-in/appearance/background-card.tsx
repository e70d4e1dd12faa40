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
import styles from './appearance.module.css';
import { BackgroundAddress } from './background-address.tsx';
import tiles from './background-card.module.css';
import type { Appearance } from './use-appearance.ts';

export function BackgroundCard({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const { type } = appearance.background;
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
                onChange={() => appearance.setBackground({ type: value })}
              />
              <Icon name={icon} />
              <span>{title}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {type === 'solid' && <SolidFields appearance={appearance} />}
      {type === 'gradient' && <GradientFields appearance={appearance} />}
      {type === 'image' && <ImageFields appearance={appearance} />}
      {type === 'video' && <VideoFields appearance={appearance} />}
    </Card>
  );
}

function SolidFields({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  return (
    <ColourField
      label={t`Background colour`}
      value={appearance.background.settings.solid.color}
      onChange={(color) => appearance.setBackground({ settings: { solid: { color } } })}
    />
  );
}

function GradientFields({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const { gradient } = appearance.background.settings;
  const set = (fields: Partial<typeof gradient>) => appearance.setBackground({ settings: { gradient: fields } });
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

function ImageFields({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { image, source } = appearance.background.settings.image;
  const isUpload = source === 'upload';
  return (
    <div className={styles.fields}>
      <div className={styles.media}>
        {isUpload && image !== '' && <img src={image} alt={t`Background`} className={styles.thumb} />}
        <Button icon="picture" onClick={() => setOpen(true)}>
          {isUpload && image !== '' ? t`Change the picture` : t`Choose a picture`}
        </Button>
      </div>
      <PanelSwitch appearance={appearance} />
      <BackgroundAddress appearance={appearance} kind="image" label={t`Or the address of a picture elsewhere`} />
      {isOpen && (
        <PictureDialog
          title={t`Background picture`}
          frame={frames.whole}
          onClose={() => setOpen(false)}
          onChoose={({ url }) => {
            setOpen(false);
            appearance.setBackground({ settings: { image: { source: 'upload', image: url } } });
          }}
        />
      )}
    </div>
  );
}

function VideoFields({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const { video, source } = appearance.background.settings.video;
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
        onUploaded={({ url }) => appearance.setBackground({ settings: { video: { source: 'upload', video: url } } })}
      />
      <PanelSwitch appearance={appearance} />
      <BackgroundAddress appearance={appearance} kind="video" label={t`Or the address of a video elsewhere`} />
    </div>
  );
}

function PanelSwitch({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  return (
    <Switch
      label={t`Panel behind your links`}
      checked={appearance.layout === 'panel'}
      onChange={(event) => appearance.setLayout(event.target.checked ? 'panel' : 'full')}
    />
  );
}
